// A bare Fastify handler that makes the inserts of one message and no check: what any server would
// at least have to do. Forked by its scenario.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

export type BareMessagesRequest = { databaseUrl: string; connections: number; senderIds: string[] };
export type BareMessagesReply = { port: number };

const STATEMENTS = {
  key: `INSERT INTO bare.keys (profile_id, key, reply) VALUES ($1, $2, '{}')`,
  place: `WITH t AS (UPDATE bare.chats SET last_seq = last_seq + 1 WHERE sender_id = $1
    AND receiver_id = $2 RETURNING id, last_seq),
    m AS (UPDATE bare.members SET unread = unread + 1, last_at = now() FROM t WHERE chat_id = t.id)
    SELECT id, last_seq FROM t`,
  message: `INSERT INTO bare.messages (id, chat_id, seq, sender_id, receiver_id, text, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, now())`,
  event: `INSERT INTO bare.events (event, topics, payload) VALUES ('messages', $1, $2)`,
};

process.once('message', async (message) => {
  const { databaseUrl, connections, senderIds } = message as BareMessagesRequest;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const app = Fastify();
  app.post<{ Body: { receiverId: string; message: string } }>('/messages', async (request) => {
    const { receiverId, message: text } = request.body;
    const senderId = senderIds[Math.floor(Math.random() * senderIds.length)];
    const client = await pool.connect();
    try {
      const run = (name: keyof typeof STATEMENTS, ...values: unknown[]) =>
        client.query({ name, text: STATEMENTS[name], values });
      await client.query('BEGIN');
      await run('key', senderId, request.headers['idempotency-key']);
      const { rows } = await run('place', senderId, receiverId);
      const { id: chatId, last_seq: seq } = rows[0];
      const id = randomUUID();
      await run('message', id, chatId, seq, senderId, receiverId, text);
      await run('event', [senderId, receiverId], JSON.stringify({ chatId, id, seq }));
      await client.query('COMMIT');
      return { success: true, data: { id, chatId, seq, content: text } };
    } finally {
      client.release();
    }
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port } satisfies BareMessagesReply);
  process.once('disconnect', () => process.exit(0));
});
