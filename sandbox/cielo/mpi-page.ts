// What the 3-D Secure stand-in sends to browsers: the script under the documented names
// (bpmpi_load, bpmpi_authenticate, bpmpi_config), and the frame that it opens.

/**
 * Runs in the shop's page. It reads fields by their class, asks in a frame of its own origin, and
 * calls back with the documented events.
 */
export const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const EVENTS = { AUTHENTICATED: 'onSuccess', FAILED: 'onFailure', UNENROLLED: 'onUnenrolled', UNSUPPORTED_BRAND: 'onUnsupportedBrand', DISABLED: 'onDisabled', ERROR: 'onError' };
  let frame = null;
  const config = () => window.bpmpi_config();
  const call = (event, data) => { const callback = config()[event]; if (callback) callback(data); };
  const fields = () => Object.fromEntries([...document.querySelectorAll('[class^="bpmpi_"]')].map((field) => [field.className, field.value]));
  const close = () => { if (frame) frame.remove(); frame = null; };
  const send = (message) => frame.contentWindow.postMessage(message, origin);
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || !frame || source !== frame.contentWindow) return;
    if (data.kind === 'loaded') send({ kind: 'init', token: fields().bpmpi_accesstoken });
    if (data.kind === 'ready') call('onReady');
    if (data.kind === 'challenge') frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647';
    if (data.kind === 'done') { close(); call(EVENTS[data.result.Status] || 'onError', data.result); }
  });
  window.bpmpi_load = () => {
    close();
    frame = document.createElement('iframe');
    frame.title = '3-D Secure';
    frame.style.cssText = 'position:absolute;width:0;height:0;border:0';
    frame.src = origin + '/mpi/frame';
    document.body.append(frame);
  };
  window.bpmpi_authenticate = () => send({ kind: 'authenticate', fields: fields() });
  window.bpmpi_load();
})();
`;

const FRAME_SCRIPT = `
const host = window.parent;
let back = null, reference = null;
const say = (message) => host.postMessage(message, back || '*');
const ask = async (path, body, headers = {}) => {
  const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const answer = await reply.json();
  return reply.ok ? answer : { Status: 'ERROR', ...answer };
};
const done = (result) => say({ kind: 'done', result });
const failed = (error) => done({ Status: 'ERROR', ReturnCode: 'MPI999', ReturnMessage: String(error) });
const answer = (confirmed) => ask('/v2/3ds/validate', { ReferenceId: reference, Confirmed: confirmed }).then(done, failed);
addEventListener('message', async ({ source, origin, data }) => {
  if (source !== host) return;
  back = origin;
  try {
    if (data.kind === 'init') {
      const init = await ask('/v2/3ds/init', {}, { authorization: 'Bearer ' + data.token });
      reference = init.ReferenceId;
      reference ? say({ kind: 'ready' }) : done(init);
    }
    if (data.kind === 'authenticate') {
      const result = await ask('/v2/3ds/enroll', { ReferenceId: reference, Fields: data.fields });
      if (result.Status !== 'CHALLENGE') return done(result);
      document.querySelector('main').hidden = false;
      say({ kind: 'challenge' });
    }
  } catch (error) { failed(error); }
});
document.querySelector('#sim').addEventListener('click', () => answer(true));
document.querySelector('#nao').addEventListener('click', () => answer(false));
say({ kind: 'loaded' });
`;

/** The page of the card's bank, hidden until it asks. */
export const framePage = (nonce: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Banco do cartão</title>
<style>body{margin:0;font:16px/1.5 system-ui,sans-serif;background:rgb(0 0 0/.6)}main{max-width:360px;margin:15vh auto;padding:24px;border-radius:12px;background:#fff;color:#1c1422}main[hidden]{display:none}h1{font-size:20px;margin:0 0 8px}button{display:block;width:100%;margin-top:12px;padding:12px;font:inherit}</style></head>
<body><main hidden><h1>Banco do cartão</h1><p>Foi você que pediu esta compra na internet?</p><button id="sim">Confirmar compra</button><button id="nao">Não reconheço</button></main>
<script nonce="${nonce}">${FRAME_SCRIPT}</script></body></html>
`;
