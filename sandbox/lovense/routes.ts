// Lovense at its real paths, for development and tests, and the app of the person who pairs: pages
// and a control API below /lovense/app.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import type { SandboxContext } from '../core/order-store.ts';
import { html, page, send } from '../pages/html.ts';
import { createLovenseApps, type LovenseDeveloper } from './app.ts';

const qrSchema = z.object({
  token: z.string(),
  uid: z.string().min(1),
  uname: z.string(),
  utoken: z.string().min(1),
  v: z.coerce.number(),
});
const commandSchema = z.object({
  token: z.string(),
  uid: z.string().min(1),
  command: z.string(),
  action: z.string(),
  timeSec: z.coerce.number().min(0),
  apiVer: z.coerce.number(),
});
const onlineSchema = z.object({ online: z.boolean() });

const MESSAGES: Record<number, string> = {
  200: 'Success',
  400: 'Invalid command',
  404: 'Invalid Parameter',
  501: 'Invalid token',
  503: 'Invalid User ID',
  507: 'Lovense APP is offline',
};
const answer = (code: number) => ({ result: code === 200, code, message: MESSAGES[code] });

/** No QR code: a picture with the code as text, because no camera scans it here. */
const picture = (code: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="#fff"/><rect x="12" y="12" width="216" height="216" fill="none" stroke="#1c1422" stroke-width="6" stroke-dasharray="18 9"/><text x="120" y="112" text-anchor="middle" font-family="monospace" font-size="34" fill="#1c1422">${code}</text><text x="120" y="146" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#1c1422">/lovense/app/${code}</text></svg>`;

type ByCode = { Params: { code: string } };
type ByUid = { Params: { uid: string } };

export const lovenseRoutes =
  ({ clock, faults }: SandboxContext, developer: LovenseDeveloper) =>
  async (app: FastifyInstance): Promise<void> => {
    const apps = createLovenseApps(clock);
    await app.register(async (api) => {
      applyFaults(api, faults);
      api.post('/lovense/api/lan/getQrCode', async ({ body }) => {
        const given = qrSchema.safeParse(body);
        if (!given.success) return { code: 404, message: MESSAGES[404], result: false };
        const { token, uid, utoken } = given.data;
        if (token !== developer.token) return { code: 501, message: MESSAGES[501], result: false };
        const code = apps.makeCode(uid, utoken);
        const qr = `${app.listeningOrigin}/lovense/qr/${code}.svg`;
        return { code: 0, message: 'Success', result: true, data: { qr, code } };
      });
      api.post('/lovense/api/lan/v2/command', async ({ body }) => {
        const given = commandSchema.safeParse(body);
        if (!given.success) return answer(404);
        const { token, uid, command, action, timeSec } = given.data;
        if (token !== developer.token) return answer(501);
        return answer(command === 'Function' ? apps.command(uid, action, timeSec) : 400);
      });
    });
    app.get<ByCode>('/lovense/qr/:code', async ({ params }, reply) =>
      reply.type('image/svg+xml').send(picture(params.code.replaceAll(/\.svg$|[^0-9a-f]/g, ''))),
    );
    app.get<ByCode>('/lovense/app/:code', async ({ params: { code } }, reply) =>
      send(
        reply,
        200,
        page(
          'App de brinquedos',
          html`<h1>App de brinquedos</h1><form class="card" method="post" action="/lovense/app/${code}"><p>Parear o brinquedo simulado com o código <span class="code">${code}</span>.</p><button>Parear</button></form>`,
        ),
      ),
    );
    // The app calls the developer's callback address itself.
    app.post<ByCode>('/lovense/app/:code', async ({ params: { code } }, reply) => {
      const report = apps.scan(code);
      if (!report)
        return send(reply, 404, page('Código', html`<p class="bad">O código não vale.</p>`));
      const { status } = await fetch(developer.callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
      });
      return status < 300
        ? send(reply, 200, page('Pareado', html`<p class="ok">O brinquedo está pareado.</p>`))
        : send(reply, 502, page('Recusado', html`<p class="bad">O site respondeu ${status}.</p>`));
    });
    app.get<ByUid>('/__lovense/:uid', async ({ params: { uid } }, reply) => {
      const seen = apps.view(uid);
      return seen ?? reply.code(404).send({ error: 'no such person' });
    });
    app.put<ByUid>('/__lovense/:uid/online', async ({ params: { uid }, body }, reply) => {
      const { online } = onlineSchema.parse(body);
      return apps.setOnline(uid, online)
        ? { online }
        : reply.code(404).send({ error: 'no such person' });
    });
  };
