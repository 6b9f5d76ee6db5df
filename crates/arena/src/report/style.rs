//! How a report looks, by day and by night, on a desk and on a phone.

pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fff;--ink:#1c2024;--soft:#60666d;--rule:#dfe3e7;--band:#f5f7f9;\
--plus:#2a78b8;--minus:#c0603a;--good:#1d7a46;--bad:#b3362b;--warn:#fff4d6}\
@media(prefers-color-scheme:dark){:root{--page:#15181c;--ink:#e6e9ec;--soft:#9aa3ab;--rule:#343a41;\
--band:#1e2329;--plus:#5aa5e0;--minus:#e08a62;--good:#58c48a;--bad:#f08578;--warn:#3a3016}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:1120px;padding:24px 16px 64px;background:var(--page);color:var(--ink);\
font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}\
.lead{font-size:1.05rem;margin:.2rem 0}.soft{color:var(--soft)}\
.warning{background:var(--warn);padding:.5rem .8rem;border-radius:6px;max-width:640px}\
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}\
th,td{padding:.35rem .5rem;border-bottom:1px solid var(--rule);text-align:right}\
th{color:var(--soft);font-weight:600}\
.text,.place{text-align:left}td.place,td.soft{color:var(--soft)}\
.cards td:not(.text){white-space:nowrap;overflow-wrap:normal}.cards .text{min-width:9rem}\
tbody tr:nth-child(even){background:var(--band)}\
td.good{color:var(--good)}td.bad{color:var(--bad)}\
.pairs{max-width:760px}.pairs td:first-child{width:34%}\
svg{display:block;width:100%;height:auto;max-width:600px}\
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:0 2rem}\
.plots p{margin:.4rem 0}\
.strength{max-width:600px}.strength p{display:flex;flex-wrap:wrap;justify-content:space-between;\
gap:0 1rem;margin:.5rem 0 0}\
svg text{fill:var(--soft);font:12px system-ui,sans-serif}\
svg .grid{stroke:var(--rule)}svg .axis{stroke:var(--soft)}\
svg .plus,svg .dot{fill:var(--plus)}svg .minus{fill:var(--minus)}\
svg .whisker{stroke:var(--ink);stroke-width:1.5}svg .whisker.arrow{fill:var(--ink);stroke:none}\
details{margin:.6rem 0}summary{cursor:pointer;color:var(--soft)}\
@media(max-width:640px){svg text{font-size:15px}\
.cards,.cards tbody{display:block}.cards thead{display:none}\
.cards tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(5.5rem,1fr));gap:.2rem .8rem;\
padding:.6rem .4rem;border-bottom:1px solid var(--rule)}\
.cards td,.cards td:not(.text){display:block;border:0;padding:0;text-align:left;white-space:normal;\
overflow-wrap:anywhere}\
.cards td.text{grid-column:1/-1;font-weight:600;min-width:0}\
.cards td.place:not(.text),.cross td.soft:not(.text){display:none}\
.cards td:not(.text)::before{content:attr(data-label);display:block;font-size:.75rem;color:var(--soft)}\
}";
