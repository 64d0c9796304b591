// A program that reads an event stream (HTML Standard 9.2), for tests.
import { request } from 'node:http';

export type StreamMessage = { id: string | null; event: string; data: unknown };

export type EventStream = {
  status: number;
  headers: Record<string, unknown>;
  messages: StreamMessage[];
  /** The server ended it. */
  ended: boolean;
  close(): void;
};

const readMessage = (block: string): StreamMessage | null => {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()] as const;
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return null;
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? 'message',
    data: JSON.parse(data),
  };
};

/** Connects; `lastId` is what the program has seen last. */
export const readStream = (url: string, lastId?: string): Promise<EventStream> =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      headers: lastId === undefined ? {} : { 'last-event-id': lastId },
      agent: false,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const stream: EventStream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        messages: [],
        ended: false,
        close: () => sent.destroy(),
      };
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        stream.messages.push(...blocks.flatMap((block) => readMessage(block) ?? []));
      });
      response.on('close', () => (stream.ended = true));
      response.on('error', () => (stream.ended = true));
      resolve(stream);
    });
    sent.end();
  });
