//! Opening books in the Polyglot format.
