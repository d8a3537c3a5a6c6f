/** The one style sheet of the provider's pages; inline, allowed by its hash. */
export const style = `
:root{color-scheme:light dark;--surface:#f4f5f7;--card:#fff;--ink:#16191d;--soft:#555d66;--line:#c9ced6;--accent:#0a6470;--on-accent:#fff;--danger:#b3261e}
@media (prefers-color-scheme:dark){:root{--surface:#14171a;--card:#1d2126;--ink:#e8ebef;--soft:#a7b0bb;--line:#414954;--accent:#5cc3cf;--on-accent:#0f1519;--danger:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--surface);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:30rem;margin:0 auto;padding:0 1rem}
header{padding:0 1.5rem}
header p{font-weight:700;font-size:1.125rem;margin:2rem 0 1rem}
header span{font-weight:400;font-size:.875rem;color:var(--soft);margin-left:.5rem}
main{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1rem;margin:0 0 .25rem}
p{margin:0 0 .75rem}
.field{margin-bottom:1rem}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{width:100%;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--soft);border-radius:.25rem}
input[aria-invalid]{border:2px solid var(--danger)}
button,.button{font:inherit;font-weight:600;padding:.5rem 1.25rem;border:0;border-radius:.25rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
.button{display:inline-block;text-decoration:none}
.hint{margin:0 0 .25rem;color:var(--soft);font-size:.875rem}
.link{padding:.75rem;background:var(--surface);border:1px solid var(--line);border-radius:.25rem;overflow-wrap:anywhere;user-select:all}
.more{margin:1.5rem 0 .25rem}
.who{font-weight:600;overflow-wrap:anywhere}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error,.summary a{color:var(--danger);font-weight:600}
.error{margin:0 0 .25rem}
.summary{border:2px solid var(--danger);border-radius:.25rem;padding:1rem 1rem .25rem;margin-bottom:1.5rem}
.people{border-top:1px solid var(--line);margin-top:1.5rem;padding-top:1rem;font-size:.875rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
th:last-child,td:last-child{padding-right:0}
th{color:var(--soft);font-weight:600}
@media (max-width:32rem){main{margin:0 .5rem;padding:1rem}th,td{padding-right:.5rem}.people{font-size:.8125rem}header{padding:0 1.5rem}}
.detail{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
`
