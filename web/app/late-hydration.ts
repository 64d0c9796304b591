// Late hydration: a visitor reads a page without its scripts; the first sign of use loads them.
// Links, forms and pictures work before; public/early.js keeps a press that comes too soon.

/**
 * `export const handle = { hydrate: 'on-intent' }` of a page: its HTML is whole without scripts.
 */
export type PageHandle = { hydrate: 'on-intent' };

/**
 * The tags of React Router's `<Scripts>`: what the page's module imports, and the module itself.
 */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MODULE = /<script([^>]*) type="module" async="">([^]*?)<\/script>/;

/**
 * What a person does who is about to use the page. A pointer that rests where the page appears is
 * reported as a move by nothing, and counts only once it moves.
 */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'click'];

/**
 * Runs in the browser. The module's script takes the place of the inert one, and the linked sheet
 * that of the inlined styles: the document is then what React rendered. The module waits for the
 * sheet, because what it shows first may have no styles yet.
 */
const starter = (preloads: readonly string[]): string =>
  `((late,own)=>{own.remove();const signs=${JSON.stringify(SIGNS)};const begin=(event)=>{` +
  `if(event.type==="pointermove"&&!event.movementX&&!event.movementY)return;` +
  `for(const sign of signs)removeEventListener(sign,begin,true);` +
  `const inline=document.querySelector("style[data-sheet]");` +
  `const sheet=inline&&Object.assign(document.createElement("link"),{rel:"stylesheet",href:inline.dataset.sheet,nonce:late.nonce});` +
  `inline?.after(sheet);` +
  `for(const href of ${JSON.stringify(preloads)})` +
  `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));` +
  `const script=document.createElement("script");` +
  `Object.assign(script,{type:"module",async:true,nonce:late.nonce,textContent:late.textContent});` +
  `if(!sheet)return late.replaceWith(script);` +
  `sheet.onload=()=>{inline.remove();late.replaceWith(script)};` +
  `sheet.onerror=()=>late.replaceWith(script)};` +
  `for(const sign of signs)addEventListener(sign,begin,{capture:true,passive:true})` +
  `})(document.currentScript.previousElementSibling,document.currentScript)`;

/**
 * The rendered document with its module made inert until the first sign of use. A document without
 * React Router's tags is returned as it is.
 */
export const hydrateOnIntent = (html: string): string => {
  const preloads = [...html.matchAll(PRELOAD)].map(([, href = '']) => href);
  return html
    .replaceAll(PRELOAD, '')
    .replace(
      MODULE,
      (_tag, attributes: string, source: string) =>
        `<script${attributes} type="text/plain" data-hydrates="on-intent">${source}</script>` +
        `<script${attributes}>${starter(preloads)}</script>`,
    );
};
