// Pages of the sandbox: escaped HTML, layout and styles.
import type { FastifyReply } from 'fastify';

/** Markup that needs no more escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
const render = (value: unknown): string => {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return value === undefined || value === null || value === false ? '' : escape(String(value));
};

/** Template tag: every value is escaped unless it is Markup. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Markup =>
  new Markup(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));

const style = `
:root { color-scheme: dark light; --ground:#100C14; --surface:#18121E; --raised:#221A2B; --line:#33283F; --ink:#F6F0F8; --soft:#B3A5BF; --rouge:#F0386B; --on-rouge:#1A0510; --bulb:#FFC46B; --leaf:#4BD39B; --ember:#FF6B57; }
@media (prefers-color-scheme: light) { :root { --ground:#FBF8FC; --surface:#FFF; --raised:#F4EEF7; --line:#E4DAEA; --ink:#1C1422; --soft:#6B5C78; --rouge:#C91650; --on-rouge:#FFF; --bulb:#8F5600; --leaf:#0B7A4F; --ember:#B92C1A; } }
* { box-sizing: border-box; }
body { margin:0; background:var(--ground); color:var(--ink); font:16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 640px; margin: 0 auto; padding: 24px 16px 64px; }
header { display:flex; gap:12px; align-items:baseline; flex-wrap:wrap; margin-bottom:24px; }
header a { color:inherit; text-decoration:none; font-weight:700; font-size:20px; }
.tag { background:var(--raised); color:var(--soft); border:1px solid var(--line); border-radius:999px; padding:2px 10px; font-size:13px; }
h1 { font-size:22px; margin:0 0 12px; } .card > h1 { margin-bottom:0; } h2 { font-size:16px; margin:32px 0 12px; color:var(--soft); font-weight:600; }
.card { background:var(--surface); border:1px solid var(--line); border-radius:14px; padding:16px; margin:0 0 12px; }
.row { display:grid; grid-template-columns:1fr auto; gap:12px; align-items:center; }
.amount { font-size:24px; font-weight:700; color:var(--bulb); } .big { font-size:40px; line-height:1.2; }
.soft { color:var(--soft); font-size:14px; } .code { font-family:ui-monospace, monospace; font-size:13px; overflow-wrap:anywhere; }
ul { list-style:none; padding:0; margin:0; } p a { color:inherit; }
label { display:block; font-size:14px; color:var(--soft); margin:16px 0 4px; } label:first-child { margin-top:0; }
input, select, textarea { width:100%; background:var(--raised); color:var(--ink); border:1px solid var(--line); border-radius:10px; padding:12px; font:inherit; }
button, .button { display:inline-block; border:0; border-radius:999px; background:var(--rouge); color:var(--on-rouge); padding:12px 24px; font:inherit; font-weight:700; cursor:pointer; text-decoration:none; text-align:center; }
button.wide { width:100%; margin-top:20px; } .quiet { background:transparent; color:var(--ink); border:1px solid var(--line); }
:focus-visible { outline:3px solid var(--bulb); outline-offset:2px; }
.ok { color:var(--leaf); } .bad { color:var(--ember); } .notice { border-left:4px solid currentColor; }
details { margin-top:20px; } summary { cursor:pointer; color:var(--soft); }
`;

/** A whole page in Portuguese. */
export const page = (title: string, body: Markup): string =>
  `<!doctype html>\n${
    html`<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${new Markup(style)}</style></head><body><main>
<header><a href="/">Banco de Testes</a><span class="tag">simulador local: nenhum dinheiro de verdade</span></header>
${body}</main></body></html>`.text
  }\n`;

/** Sends a page with the headers that every page has. */
export const send = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply
    .code(status)
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(body);
