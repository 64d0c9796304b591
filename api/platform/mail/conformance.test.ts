// What every mail transport must do: the local inbox, and SMTP with a real server.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { fakeClock } from '../clock/fake.ts';
import { newId } from '../ids/new-id.ts';
import { localInbox } from './inbox.ts';
import type { MailTransport, Message } from './port.ts';
import { smtpTransport } from './smtp.ts';

type ReceivedEmail = { to: string; raw: string };
/** A carrier, and what has arrived at its other end. */
type World = {
  transport: MailTransport;
  arrived(): Promise<ReceivedEmail[]>;
  close(): Promise<void>;
};

const message = (changes: Partial<Message> = {}): Message => ({
  id: newId(),
  to: 'iris@example.com',
  subject: 'Olá, Íris',
  text: 'Seu pedido foi aprovado.\n\nAbrir: https://camarim.example/iris',
  html: '<p>Seu pedido foi aprovado.</p>',
  ...changes,
});

const inboxWorld = async (): Promise<World> => {
  const { db } = await testDatabase();
  const inbox = localInbox({ db, clock: fakeClock() });
  return {
    transport: inbox,
    arrived: async () =>
      (await inbox.list(100)).map(({ to, subject, text }) => ({ to, raw: `${subject}\n${text}` })),
    close: () => inbox.close(),
  };
};

const smtpWorld = async (): Promise<World> => {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'camarim' && password === 'segredo'
        ? done(null, { user: username })
        : done(new Error('no')),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ');
        if (to.startsWith('full@')) return done(new Error('mailbox is full'));
        emails.push({ to, raw: decode(Buffer.concat(parts).toString('latin1')) });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const transport = smtpTransport({
    url: `smtp://camarim:segredo@127.0.0.1:${port}`,
    from: 'Camarim <no-reply@camarim.example>',
  });
  return {
    transport,
    arrived: async () => emails.toReversed(),
    close: async () => {
      await transport.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

/** Quoted-printable bodies and encoded words as text, as a mail program shows them. */
const decode = (raw: string): string => {
  const bytes = (hex: string) =>
    hex
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      );
  const words = raw.replaceAll(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) =>
    bytes(word.replaceAll('_', ' ')),
  );
  return Buffer.from(bytes(words), 'latin1').toString('utf8');
};

describe.each([
  ['the local inbox', inboxWorld],
  ['SMTP', smtpWorld],
] as const)('%s', (_name, open) => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  test('the transport delivers subject and text with accents and link to one person', async () => {
    await world.transport.deliver(message());
    const [email] = await world.arrived();
    expect(email?.to).toBe('iris@example.com');
    expect(email?.raw).toContain('Olá, Íris');
    expect(email?.raw).toContain('https://camarim.example/iris');
  });

  test('the transport treats the recipient as one address, never as a list or a header', async () => {
    const before = (await world.arrived()).length;
    await world.transport.deliver(message({ to: 'one@example.com' }));
    const arrived = await world.arrived();
    expect(arrived.length).toBe(before + 1);
    expect(arrived[0]?.to).toBe('one@example.com');
  });
});

describe('SMTP', () => {
  test('SMTP delivery fails when the server refuses, so that it is retried', async () => {
    const world = await smtpWorld();
    await expect(world.transport.deliver(message({ to: 'full@example.com' }))).rejects.toThrow(
      /full/,
    );
    await world.close();
  });

  test('SMTP does not send in plain text when TLS is required and the server offers none', async () => {
    let mails = 0;
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) =>
        void stream.resume().on('end', () => {
          mails += 1;
          done();
        }),
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const options = {
      url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      from: 'a@b.example',
    };
    const [strict, plain] = [
      smtpTransport({ ...options, requireTls: true }),
      smtpTransport(options),
    ];
    await expect(strict.deliver(message())).rejects.toThrow(/STARTTLS/);
    expect(mails).toBe(0);
    // Control: the same server takes it when TLS is not required.
    await plain.deliver(message());
    expect(mails).toBe(1);
    await Promise.all([strict.close(), plain.close()]);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test('SMTP delivery fails when the server does not answer', async () => {
    const transport = smtpTransport({ url: 'smtp://127.0.0.1:9', from: 'a@b.example' });
    await expect(transport.deliver(message())).rejects.toThrow();
    await transport.close();
  });

  test('SMTP sends the same message id at every attempt, and HTML beside the text', async () => {
    const world = await smtpWorld();
    const email = message();
    await world.transport.deliver(email);
    const [arrived] = await world.arrived();
    expect(arrived?.raw).toContain(`Message-ID: <${email.id}@camarim.example>`);
    expect(arrived?.raw).toMatch(/text\/html/);
    await world.close();
  });

  test('SMTP marks emails as automatic, so that no out-of-office reply comes back', async () => {
    const world = await smtpWorld();
    await world.transport.deliver(message());
    expect((await world.arrived())[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    await world.close();
  });

  test('SMTP says how one POST ends emails that have such an address (RFC 8058), and nothing in others', async () => {
    const world = await smtpWorld();
    const unsubscribe = 'https://camarim.example/account/unsubscribe?code=x';
    await world.transport.deliver(message({ subject: 'marked', unsubscribe }));
    await world.transport.deliver(message({ subject: 'plain' }));
    const headersOf = async (subject: string) =>
      (await world.arrived())
        .map(({ raw }) => raw.replaceAll(/\r?\n /g, ' '))
        .find((raw) => raw.includes(`Subject: ${subject}`));
    const [marked, plain] = [await headersOf('marked'), await headersOf('plain')];
    expect(marked).toMatch(
      /^List-Unsubscribe: *<https:\/\/camarim\.example\/account\/unsubscribe\?code=x>\r?$/m,
    );
    expect(marked).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(plain).not.toContain('List-Unsubscribe');
    await world.close();
  });

  test('SMTP does not send emails to addresses of the demo, which would bounce', async () => {
    const world = await smtpWorld();
    await world.transport.deliver(message({ to: 'davi@demo.example' }));
    expect(await world.arrived()).toEqual([]);
    await world.close();
  });
});
