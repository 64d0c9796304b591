// The description of the socket at /realtime/connect as an AsyncAPI 3.0 document.
import { REALTIME_EVENTS, REALTIME_TOPICS } from '@camarim/contract/realtime-events';
import { z } from 'zod';

const CONNECT = '/realtime/connect';

const reference = (path: string): { $ref: string } => ({ $ref: `#/${path}` });

/** As the server sends it: `{ success: true, data }`, and a sentence with some notifications. */
const envelopeOf = (payload: z.ZodType): object => ({
  type: 'object',
  required: ['success', 'data'],
  properties: {
    success: { const: true },
    data: z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any' }),
    message: { type: 'string', description: 'for the person, in the language of the socket' },
  },
});

const TOPICS = {
  type: 'array',
  items: { type: 'string', pattern: '^[a-z]+:[0-9a-f-]{36}$' },
  description: Object.entries(REALTIME_TOPICS)
    .map(([name, what]) => `\`${name}:<id>\`: ${what}`)
    .join('; '),
};

/** What clients may send, with its payload. `join` is acknowledged with the joined topics. */
const SENT = {
  join: { summary: 'Joins topics; answered with those that were joined', payload: TOPICS },
  leave: { summary: 'Leaves topics', payload: TOPICS },
  locale: {
    summary: 'The language of the sentences that come with events',
    payload: { type: 'string', enum: ['pt', 'en', 'es'] },
  },
};

/** Events carry ids and small facts; clients fetch what the viewer may see. */
export const describeRealtime = (publicUrl: string): object => {
  const { host, protocol } = new URL(publicUrl);
  const received = Object.entries(REALTIME_EVENTS).map(([name, { summary, payload }]) => ({
    name,
    message: { name, title: name, summary, payload: envelopeOf(payload) },
  }));
  const sent = Object.entries(SENT).map(([name, { summary, payload }]) => ({
    name,
    message: { name, title: name, summary, payload },
  }));
  const all = [...received, ...sent];
  const namesIn = (part: typeof all) =>
    part.map(({ name }) => reference(`channels/realtime/messages/${name}`));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Camarim',
      version: '1',
      description:
        'Socket.IO. Connect with `auth: { token }` or the cookie of the session. Events carry ids and small facts: fetch what the viewer may see by the API.',
      license: { name: 'AGPL-3.0-or-later' },
    },
    servers: {
      installation: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: CONNECT,
        security: [reference('components/securitySchemes/token')],
      },
    },
    channels: {
      realtime: {
        address: CONNECT,
        messages: Object.fromEntries(all.map(({ name, message }) => [name, message])),
      },
    },
    operations: {
      receive: {
        action: 'send',
        summary: 'What the server sends',
        channel: reference('channels/realtime'),
        messages: namesIn(received),
      },
      send: {
        action: 'receive',
        summary: 'What clients may send',
        channel: reference('channels/realtime'),
        messages: namesIn(sent),
      },
    },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
};
