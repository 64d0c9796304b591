// A push service as Mozilla's autopush: a browser connects by WebSocket and registers channels, an
// application server posts encrypted messages to their addresses (RFC 8030), and they are passed on
// without being read. Protocol: https://mozilla-push-service.readthedocs.io/en/latest/design/
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';

type FromBrowser = {
  messageType?: string;
  channelID?: string;
  updates?: { channelID: string; version: string; code?: number }[];
};

type PostedMessage = {
  /** `authorization` carries the VAPID signature (RFC 8292). */
  headers: IncomingMessage['headers'];
  body: Buffer;
};

export type PushService = {
  /** The origin of browsers' addresses, e.g. `http://127.0.0.1:4711`. */
  origin: string;
  /** What Firefox takes as `dom.push.serverURL`. */
  socketUrl: string;
  /** The messages that were accepted, oldest first. */
  posted: PostedMessage[];
  /**
   * What browsers said about messages: 100 is decrypted and handled by the page's worker, 101 not
   * decrypted, 102 not handled.
   */
  acknowledged: (number | undefined)[];
  /** How many channels have an address. */
  channels(): number;
  close(): Promise<void>;
};

const CREATED = 201;
const GONE = 410;

/** Listens on the loopback; port 0 takes a free one. */
export const startPushService = async (port: number): Promise<PushService> => {
  const posted: PostedMessage[] = [];
  const acknowledged: (number | undefined)[] = [];
  /** By the secret of their addresses. */
  const channels = new Map<string, { channelID: string; browser: WebSocket }>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const channel = channels.get(request.url?.split('/').at(-1) ?? '');
      if (!channel) return response.writeHead(GONE).end();
      posted.push({ headers: request.headers, body });
      const { 'content-encoding': encoding } = request.headers;
      const message = {
        messageType: 'notification',
        channelID: channel.channelID,
        version: randomUUID(),
        data: body.toString('base64url'),
        headers: { encoding },
      };
      channel.browser.send(JSON.stringify(message));
      return response.writeHead(CREATED, { location: `${origin}/m/${message.version}` }).end();
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;

  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (browser) => {
    const answer = (message: object) => browser.send(JSON.stringify(message));
    const secretOf = (channelID?: string) =>
      [...channels].find(([, channel]) => channel.channelID === channelID)?.[0] ?? '';
    browser.on('message', (data: Buffer) => {
      const { messageType, channelID, updates = [] } = JSON.parse(data.toString()) as FromBrowser;
      if (messageType === undefined || messageType === 'ping') return answer({});
      if (messageType === 'hello')
        return answer({
          messageType,
          status: 200,
          uaid: randomBytes(16).toString('hex'),
          use_webpush: true,
          broadcasts: {},
        });
      if (messageType === 'register' && channelID !== undefined) {
        const secret = randomBytes(24).toString('base64url');
        channels.set(secret, { channelID, browser });
        return answer({
          messageType,
          channelID,
          status: 200,
          pushEndpoint: `${origin}/wpush/v2/${secret}`,
        });
      }
      if (messageType === 'unregister') {
        channels.delete(secretOf(channelID));
        return answer({ messageType, channelID, status: 200 });
      }
      if (messageType === 'ack') acknowledged.push(...updates.map(({ code }) => code));
      return undefined;
    });
  });

  return {
    origin,
    socketUrl: `ws://${host}/`,
    posted,
    acknowledged,
    channels: () => channels.size,
    async close() {
      for (const browser of sockets.clients) browser.terminate();
      sockets.close();
      server.close();
      await once(server, 'close');
    },
  };
};
