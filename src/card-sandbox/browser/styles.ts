const CSS = `
.card-sandbox,.card-sandbox-dialog{--cs-ink:var(--ink,CanvasText);--cs-paper:var(--paper,Canvas);--cs-line:var(--line,GrayText);--cs-signal:var(--signal,LinkText);
color:var(--cs-ink);font:inherit;line-height:1.4;text-align:start}
.card-sandbox *,.card-sandbox-dialog,.card-sandbox-dialog *{box-sizing:border-box}
.card-sandbox{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:12px;container-type:inline-size}
.card-sandbox>*{grid-column:1/-1;min-width:0}
.card-sandbox>.cs-third{grid-column:span 2}
.card-sandbox>.cs-half{grid-column:span 3}
.card-sandbox p,.card-sandbox-dialog p,.card-sandbox-dialog h2{margin:0}
.cs-field{position:relative;display:grid;align-content:start;gap:4px}
.cs-field label{font-weight:600}
.cs-field input{width:100%;min-height:44px;padding:8px 12px;font:inherit;font-variant-numeric:tabular-nums;
color:var(--cs-ink);background:var(--sheet,var(--cs-paper));border:1px solid var(--edge,var(--cs-line));border-radius:2px;appearance:none}
.cs-field input::placeholder{color:var(--cs-ink);opacity:.65}
.cs-field input:focus-visible,.card-sandbox button:focus-visible,.card-sandbox summary:focus-visible,.card-sandbox-dialog button:focus-visible{outline:2px solid var(--cs-signal);outline-offset:2px}
.cs-field input:disabled{opacity:.6}
.cs-field input[aria-invalid=true]{border:2px solid var(--cs-signal);padding:7px 11px}
.cs-brand{position:absolute;inset-inline-end:0;top:0;font-size:.875em}
.cs-error{border-inline-start:3px solid var(--cs-signal);padding-inline-start:8px;font-size:.875em}
.cs-error:empty{display:none}
.cs-note{border-top:1px solid var(--cs-line);padding-top:8px;font-size:.875em}
.cs-note summary{display:flex;align-items:center;min-height:44px;cursor:pointer;text-decoration:underline}
.cs-note ul{list-style:none;margin:0;padding:0}
.cs-note button{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;align-items:center;width:100%;min-height:44px;padding:4px 8px;
font:inherit;text-align:start;color:inherit;background:none;border:0;border-top:1px solid var(--cs-line);cursor:pointer}
.cs-note button b{font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.card-sandbox-dialog{width:min(26rem,calc(100vw - 32px));max-height:calc(100dvh - 32px);overflow:auto;margin:auto;padding:24px;
background:var(--cs-paper);border:1px solid var(--cs-line)}
.card-sandbox-dialog::backdrop{background:rgb(0 0 0/.55)}
.cs-ask{display:grid;gap:12px}
.cs-ask h2{font-size:1.25em;font-weight:700}
.cs-amount{font-size:1.5em;font-weight:600;font-variant-numeric:tabular-nums}
.cs-ask button{min-height:44px;padding:8px 16px;font:inherit;font-weight:600;color:var(--cs-ink);background:none;border:1px solid var(--cs-line);cursor:pointer}
.cs-ask button.cs-main{color:var(--cs-paper);background:var(--cs-signal);border-color:var(--cs-signal)}
.cs-ask button:disabled{opacity:.6;cursor:progress}
@container (max-width:300px){.cs-third{grid-column:span 3!important}.cs-third:has(+.cs-note){grid-column:1/-1!important}}
@media (forced-colors:active){.cs-ask button.cs-main{border-width:3px}}
`;

let adopted = false;

/** A constructed style sheet: the page's policy allows no inline styles. */
export function adoptStyles(): void {
  if (adopted) return;
  adopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
