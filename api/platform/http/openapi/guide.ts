// What a client's author has to know that no single call says: headers, log-in, captcha, addresses,
// and the socket.

export const GUIDE = `Every reply is \`{ success, data, message? }\`; a refusal adds a stable \`code\` and, for validation, \`fields\`. Amounts are integer centavos of BRL, instants ISO 8601 in UTC.

**Headers.** Each call that changes something carries \`x-origin: CAM\`. Calls that move money carry an \`Idempotency-Key\`; after any 503, or no answer at all, make the call again with the same key. Both are parameters of the operations that ask for them. 429 and 503 say in \`retry-after\` when to come back.

**Log-in.** \`POST /auth\` answers a token, sent as \`authorization: Bearer …\`; browsers use its cookies. Keep the cookie \`device\` of the reply and send it with later log-ins: the owner of an account is notified by email of each device that is new.

**Captcha.** \`GET /auth/captcha\` gives a challenge \`{ parameters, signature }\` as the library altcha-lib makes it (PBKDF2/SHA-256). Count \`n\` from 0: the password of PBKDF2 is the bytes of \`parameters.nonce\` (hexadecimal) followed by \`n\` as an unsigned 32-bit big-endian number, the salt is \`parameters.salt\` (hexadecimal), with \`parameters.cost\` iterations and \`parameters.keyLength\` bytes. The first \`n\` whose key begins with \`parameters.keyPrefix\` (hexadecimal) solves it. Send as \`recapcha\` the base64 of the JSON \`{ challenge, solution: { counter: n, derivedKey } }\`, with the key in hexadecimal. A challenge is good for one call and ten minutes. Where the reply is \`{ provider: "turnstile", siteKey, script }\` instead, render Cloudflare Turnstile on a page of this site's host name with that key and the action \`register\`, \`log-in\`, \`forgot-password\` or \`add-card\`, for the call that follows, and send its token as \`recapcha\`; it is good for one call and five minutes.

**Addresses** of pictures, videos, files and upload forms that begin with \`/\` are relative to the server of this document; with object storage of its own an installation answers whole addresses. Resolve each against the server's address. They work for minutes and, where the media is not public, for the person who got them.

**Socket.** See \`/realtime/connect\`.`;

/** The path of the socket, which no HTTP client calls. */
export const socketPaths = {
  '/realtime/connect': {
    get: {
      operationId: 'realtime.connect',
      summary: 'The socket: what is new, while it happens',
      description:
        'Socket.IO protocol 4, WebSocket only: set `path: "/realtime/connect"` and `transports: ["websocket"]` (long-polling, the default of most clients, is answered 400). ' +
        'The session comes as the cookie `token` of a page of this origin, or as the header `authorization: Bearer …`. A refused client gets `connect_error` with `data: { code, message }`. ' +
        'Events arrive as `{ success: true, data }`, with ids and small facts; fetch again what changed: `wallets` { walletType, balance?, lockedBalance? }, `transactions` { id, status }, ' +
        '`notifications` { field, id? | postId?, status?, encoding? }, `subscriptions` { profileId }, `goals` { profileId, goalId, balance, value }, `comments` { postId, totalComments }. ' +
        'A client may send `locale` (a language), `join` and `leave` with a list of topics: `profile:<id>` (its page is open) and `post:<id>` (its comments are shown). ' +
        '`join` acknowledges with those of the list that the socket is in; it is taken out when access ends.',
      tags: ['realtime'],
      security: [{ bearer: [] }, { cookie: [] }],
      parameters: [
        { name: 'EIO', in: 'query', required: true, schema: { type: 'string', enum: ['4'] } },
        {
          name: 'transport',
          in: 'query',
          required: true,
          schema: { type: 'string', enum: ['websocket'] },
        },
      ],
      responses: {
        101: { description: 'The connection is a WebSocket now' },
        400: { description: 'Another transport than websocket' },
        403: { description: 'A page of another origin' },
      },
    },
  },
};
