//! How a report looks, by day and by night.

pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fff;--ink:#1c2024;--soft:#60666d;--rule:#dfe3e7;--band:#f5f7f9;\
--plus:#2a78b8;--minus:#c0603a;--good:#1d7a46;--bad:#b3362b}\
@media(prefers-color-scheme:dark){:root{--page:#15181c;--ink:#e6e9ec;--soft:#9aa3ab;--rule:#343a41;\
--band:#1e2329;--plus:#5aa5e0;--minus:#e08a62;--good:#58c48a;--bad:#f08578}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:1120px;padding:24px 16px 64px;background:var(--page);color:var(--ink);\
font:16px/1.5 system-ui,sans-serif}\
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}\
.lead{font-size:1.05rem;margin:.2rem 0}.soft{color:var(--soft)}\
.scroll{overflow-x:auto}\
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}\
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}\
th{color:var(--soft);font-weight:600}\
th:first-child,td:first-child,td.text,th.text{text-align:left}\
td.text{white-space:normal;overflow-wrap:anywhere;min-width:14rem}\
td.name{min-width:0;max-width:20rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
@media(max-width:640px){td.name{max-width:9rem}}\
tbody tr:nth-child(even){background:var(--band)}\
td.good{color:var(--good)}td.bad{color:var(--bad)}td.self{color:var(--soft);text-align:center}\
svg{display:block;width:100%;height:auto;min-width:560px;max-width:800px}\
svg text{fill:var(--soft);font:12px system-ui,sans-serif}\
svg .grid{stroke:var(--rule)}svg .axis{stroke:var(--soft)}\
svg .plus,svg .dot{fill:var(--plus)}svg .minus{fill:var(--minus)}\
svg .whisker{stroke:var(--ink);stroke-width:1.5}\
details{margin:.6rem 0}summary{cursor:pointer;color:var(--soft)}";
