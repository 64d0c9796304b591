// What the stand-in for Turnstile sends to browsers: the script with the documented functions, and
// the frame that the widget is.

/** Runs in the site's page, for explicit rendering. */
export const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  let count = 0;
  const remove = (id) => {
    const widget = widgets.get(id);
    if (!widget) return;
    clearTimeout(widget.expiry);
    widget.frame.remove();
    widgets.delete(id);
  };
  addEventListener('message', ({ origin: from, source, data }) => {
    const widget = from === origin && [...widgets.values()].find(({ frame }) => frame.contentWindow === source);
    if (!widget) return;
    const { frame, options } = widget;
    if (data.kind === 'loaded') source.postMessage({ kind: 'init', sitekey: options.sitekey, action: options.action || '', language: options.language || 'auto', theme: options.theme || 'auto' }, origin);
    if (data.kind === 'asks') { frame.style.cssText = 'display:block;width:100%;min-width:150px;height:65px;border:0'; options['before-interactive-callback']?.(); }
    if (data.kind === 'failed') { widget.token = ''; options['error-callback']?.(data.code); }
    if (data.kind === 'solved') {
      widget.token = data.token;
      widget.expiry = setTimeout(() => { widget.token = ''; options['expired-callback']?.(data.token); }, 300000);
      options.callback?.(data.token);
    }
  });
  window.turnstile = {
    render: (container, options) => {
      const id = 'cf-standin-' + (count += 1);
      const frame = document.createElement('iframe');
      frame.title = 'Turnstile';
      frame.style.cssText = 'position:absolute;width:0;height:0;border:0';
      frame.src = origin + '/turnstile/frame';
      widgets.set(id, { frame, options, token: '' });
      container.append(frame);
      return id;
    },
    remove,
    getResponse: (id) => widgets.get(id)?.token,
  };
})();
`;

const FRAME_SCRIPT = `
const host = window.parent;
let site = null;
const say = (message) => host.postMessage(message, '*');
const solve = async () => {
  const reply = await fetch('/turnstile/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(site) });
  say(reply.ok ? { kind: 'solved', token: (await reply.json()).token } : { kind: 'failed', code: '110100' });
};
addEventListener('message', async ({ source, origin, data }) => {
  if (source !== host || data.kind !== 'init') return;
  site = { sitekey: data.sitekey, action: data.action, hostname: new URL(origin).hostname };
  document.documentElement.lang = data.language;
  document.documentElement.dataset.theme = data.theme;
  const { behaviour } = await (await fetch('/turnstile/sites/' + encodeURIComponent(data.sitekey))).json();
  if (behaviour === 'fails') return say({ kind: 'failed', code: '300030' });
  if (behaviour !== 'asks') return solve();
  document.querySelector('main').hidden = false;
  say({ kind: 'asks' });
});
document.querySelector('input').addEventListener('change', solve);
say({ kind: 'loaded' });
`;

/** The widget: nothing to see, unless the site key asks for a press. */
export const framePage = (nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Turnstile (stand-in)</title>
<style nonce="${nonce}">body{margin:0;font:16px/1.5 system-ui,sans-serif}main{padding:16px;border:1px solid #767676;background:#fff;color:#1c1422}main[hidden]{display:none}[data-theme=dark] main{background:#222;color:#eee}</style></head>
<body><main hidden><label><input type="checkbox"> Verify you are human</label></main>
<script nonce="${nonce}">${FRAME_SCRIPT}</script></body></html>
`;
