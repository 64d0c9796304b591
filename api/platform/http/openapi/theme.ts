// The look of the API reference: the colours and shapes of the site on Swagger UI's own markup.
import { readFileSync } from 'node:fs';
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

const MARK = readFileSync(new URL('../../../../web/public/favicon.svg', import.meta.url));

/** Swagger UI has no variables: a selector for each surface that it colours. */
const STYLES = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbf8fc, #100c14);
  --surface: light-dark(#ffffff, #18121e);
  --raised: light-dark(#f4eef7, #221a2b);
  --line: light-dark(#e4daea, #33283f);
  --ink: light-dark(#1c1422, #f6f0f8);
  --ink-soft: light-dark(#6b5c78, #b3a5bf);
  --rouge-fill: light-dark(#d81e55, #de2a5e);
}
body { margin: 0; background: var(--ground); }
.swagger-ui, .swagger-ui :is(p, h1, h2, h3, h4, h5, li, label, table, td, th, a, button, input, select, textarea, .info .title, .opblock-tag, .opblock-summary-path, .opblock-summary-description, .opblock-description-wrapper p, .parameter__name, .parameter__type, .model, .model-title, .prop-type, .response-col_status, .tab li, .renderedMarkdown p) {
  color: var(--ink);
  font-family: Figtree, system-ui, sans-serif;
}
.swagger-ui :is(small, .parameter__in, .parameter__extension, .prop-format, .opblock-tag small, .response-col_links) { color: var(--ink-soft); }
.swagger-ui :is(code, pre, .opblock-summary-path, .model) { font-family: ui-monospace, monospace; }
.swagger-ui .topbar { background: var(--surface); border-bottom: 1px solid var(--line); }
.swagger-ui .topbar-wrapper img { height: 2rem; }
.swagger-ui :is(.scheme-container, section.models, section.models .model-container, .opblock .opblock-section-header, .dialog-ux .modal-ux) {
  background: var(--surface);
  border-color: var(--line);
  box-shadow: none;
}
.swagger-ui .opblock { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock-tag { border-color: var(--line); }
.swagger-ui .opblock .opblock-summary-method { background: var(--raised); color: var(--ink); border-radius: 8px; text-shadow: none; }
.swagger-ui :is(input, select, textarea) { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; }
.swagger-ui .btn { border-color: var(--line); border-radius: 999px; box-shadow: none; color: var(--ink); }
.swagger-ui .btn.execute { background: var(--rouge-fill); border-color: var(--rouge-fill); color: #ffffff; }
.swagger-ui :is(.info a, .opblock-external-docs a, .renderedMarkdown a) { color: light-dark(#cf1b50, #f0386b); }
.swagger-ui :is(svg, .arrow) { fill: var(--ink); }
.swagger-ui :is(table thead tr th, table thead tr td) { border-color: var(--line); color: var(--ink-soft); }
.swagger-ui :is(.markdown code, .renderedMarkdown code) { background: var(--raised); color: var(--ink); }
`;

/** Swagger UI writes style attributes; scripts and styles are files of this server. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  // One style element of its own, which never changes within a version of the package.
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

export const DOCS_LOOK = {
  staticCSP: POLICY,
  logo: { type: 'image/svg+xml', content: MARK, href: '/', target: '_self' },
  theme: {
    title: 'Camarim API',
    favicon: [
      { filename: 'favicon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: MARK },
    ],
    css: [{ filename: 'camarim.css', content: STYLES }],
  },
} satisfies FastifySwaggerUiOptions;
