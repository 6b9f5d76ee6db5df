//! Nets that the program carries with it.

/// Embeds a file of the folder `nets` as the default net of its type. A file is called
/// after its own hash, so that a name is one net for ever; `nets/README.md` says where
/// each comes from.
macro_rules! embed_net {
    ($net:ident, $name:literal) => {
        /// The name of the default net, and its bytes.
        const FILE: (&str, &[u8]) =
            ($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/", $name)));

        impl $net {
            /// The net that the program carries with it, read once and shared.
            pub fn embedded() -> std::sync::Arc<$net> {
                static NET: std::sync::LazyLock<std::sync::Arc<$net>> =
                    std::sync::LazyLock::new(|| {
                        let net = $net::from_bytes(FILE.1);
                        net.expect("a test has read the embedded net").into()
                    });
                NET.clone()
            }

            /// The name of its file.
            pub const fn embedded_name() -> &'static str {
                FILE.0
            }
        }
    };
}

pub(crate) use embed_net;
