/** Safe for colour-blind readers: blue against orange, never red against green, and a sign, place or word. */
export const style = `
:root{color-scheme:light dark;--paper:#fff;--ink:#16191d;--soft:#586069;--line:#d5d9de;--faint:#f3f5f7;--main:#1f5f99;--second:#9cb8d3;--up:#b4530a;--down:#1f7a8c;--rest:#c9ced4}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e8eaed;--soft:#a3abb3;--line:#363c43;--faint:#1d2125;--main:#6aa5dc;--second:#3d6185;--up:#f0964a;--down:#5cc0d0;--rest:#4a525a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums lining-nums;overflow-wrap:break-word}
.page{max-width:60rem;margin:0 auto;padding:2.5rem 1.5rem 3rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.25rem;border-bottom:1px solid var(--line);padding-bottom:1.25rem}
header img{display:block;height:2.5rem;width:auto;max-width:12rem}
h1{font-size:1.25rem;line-height:1.3;margin:0;font-weight:600}
.period{margin:0 0 0 auto;color:var(--soft)}
.headline{margin:2rem 0 0}
.headline p{margin:0}
.figure{font-size:clamp(2.1rem,8vw,3.5rem);line-height:1.1;font-weight:600;letter-spacing:-.02em;overflow-wrap:anywhere}
.headline .comparison{margin-top:.5rem;font-size:1.125rem}
.comparison.up::before,.comparison.down::before{content:"";display:inline-block;border:.36em solid transparent;margin-right:.45em}
.comparison.up::before{border-bottom:.6em solid var(--up);border-top:0;vertical-align:.02em}
.comparison.down::before{border-top:.6em solid var(--down);border-bottom:0;vertical-align:.02em}
.headline ul{margin:.75rem 0 0;padding:0 0 0 1.25rem}
.headline li{margin:.15rem 0}
.headline .outlook{margin-top:.75rem}
h2{font-size:1.125rem;line-height:1.3;margin:3rem 0 .5rem;padding-top:.75rem;border-top:2px solid var(--ink);font-weight:600}
section>p{margin:.25rem 0 .75rem;max-width:44rem;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:1.5rem 0 0}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--main);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption,figcaption{text-align:left;color:var(--soft);padding:0 0 .35rem;font-size:.9375rem}
th,td{text-align:left;vertical-align:baseline;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th,thead td{color:var(--soft);font-size:.8125rem;border-bottom-color:var(--soft);white-space:nowrap;vertical-align:bottom}
.whole{white-space:nowrap}
tbody th{min-width:7rem;overflow-wrap:anywhere}
tbody .part{padding-left:1em;text-indent:-1em}
.right{text-align:right;white-space:nowrap}
thead .right{white-space:normal}
td.long,thead .long{min-width:5rem;overflow-wrap:anywhere;white-space:normal}
tr.total th,tr.total td{font-weight:600;border-bottom:0;border-top:1px solid var(--soft)}
td.bar{width:22%;min-width:6rem;vertical-align:top;padding-top:.6rem}
th.right+th.left,td.right+td.left{padding-left:.5rem}
td.bar svg{display:block;width:100%;height:.75rem}
.main{fill:var(--main)}.second{fill:var(--second)}.up{fill:var(--up)}.down{fill:var(--down)}.rest{fill:var(--rest)}.mark{fill:var(--ink)}.none{fill:none;stroke:var(--soft);stroke-dasharray:2 3}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;margin:.5rem 0 0;padding:0;color:var(--soft);font-size:.8125rem}
.legend svg{width:.75rem;height:.75rem;margin-right:.4rem;vertical-align:-.06rem}
figure{margin:1rem 0 0}
figure>svg{display:block;width:100%;height:auto;overflow:visible}
figure text{fill:var(--soft);font-size:12px;font-family:inherit}
figure .grid{stroke:var(--line);stroke-width:1}
figure .zero{stroke:var(--soft);stroke-width:1}
figure .before{fill:var(--ink);stroke:var(--paper);stroke-width:1}
figure>.narrow,.hidden{display:none}
.hidden{margin:.5rem 0 0;color:var(--soft);font-size:.8125rem}
details{margin:1rem 0 0}
summary{cursor:pointer;color:var(--main);width:fit-content}
.out{color:var(--soft);padding-left:1.25rem}
footer{margin-top:3rem;padding-top:.75rem;border-top:1px solid var(--line);color:var(--soft);font-size:.8125rem}
footer p{margin:.2rem 0;overflow-wrap:anywhere}
@media (max-width:40rem){.scroll+.legend{display:none}.page{padding:1.5rem 1rem 2rem}.period{margin:0;width:100%}td.bar{display:none}figure>.wide,.extra{display:none}figure>.narrow,.hidden{display:block}th,td{padding-right:.6rem}table{font-size:.875rem}tbody th{min-width:6rem}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#ccc;--main:#1f5f99;--second:#9cb8d3;--up:#b4530a;--down:#1f7a8c;--rest:#c9ced4}@page{margin:16mm 15mm}body{font-size:10.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}.page{max-width:none;padding:0}.scroll{overflow:visible}h2{break-after:avoid;margin-top:1.75rem}tr,figure,.headline,.scroll{break-inside:avoid}.scroll+.legend{break-before:avoid}details .scroll{break-inside:auto}.small table{font-size:8pt}.tiny table{font-size:6pt}.small th,.small td,.tiny th,.tiny td{font-size:inherit;padding-right:.35rem;min-width:0}.tiny .right{white-space:normal;overflow-wrap:anywhere}details table{font-size:8pt}details th,details td{padding-top:.05rem;padding-bottom:.05rem}thead{display:table-header-group}summary{display:none}details::details-content{content-visibility:visible;display:block;height:auto}}
`;
