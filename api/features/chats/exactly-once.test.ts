// Fifty devices of eleven people in two processes, which disconnect, come back and change the
// process at random while messages are sent, some of them twice: every device ends with every
// message of its conversation once, and in the same order.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { io, type Socket } from 'socket.io-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../api-client.ts';
import { redisBus } from '../../platform/bus/redis.ts';
import { afterFile } from '../../testing/after-file.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, send } from '../../testing/chatting.ts';
import { redisInstalled, startRedis } from '../../testing/redis-server.ts';

type Message = ReplyOf<Routes['GET /chats/{slug}/messages']>['data'][number];

const FANS = 10;
/**
 * Sockets of both people in each conversation; one is the producer's, who may have twenty sockets.
 */
const DEVICES = 5;
const ROUNDS = 12;
const SEED = 20_261_123;
const PATIENCE_MS = 60_000;

/** A number from 0 to 1 (mulberry32), so that a failure can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

describe.skipIf(!redisInstalled)('two processes (needs redis-server on the PATH)', () => {
  let processes: [TestApp, TestApp];
  beforeAll(async () => {
    const redis = await startRedis();
    afterFile(redis.stop);
    const bus: NonNullable<Parameters<typeof testApp>[0]>['bus'] = (log) =>
      redisBus({ url: redis.url, log });
    const here = await testApp({ bus });
    processes = [here, await testApp({ bus, beside: here })];
    for (const { server, relay } of processes) {
      await server.listen({ host: '127.0.0.1', port: 0 });
      relay.start();
    }
  });

  /** One device: a socket that says when to look, and what it has of one conversation. */
  class Device {
    readonly held: Message[] = [];
    private socket: Socket | null = null;
    private looking: Promise<void> = Promise.resolve();
    private at: 0 | 1 = 0;
    readonly person: ApiClient;
    private readonly slug: string;
    constructor(person: ApiClient, slug: string) {
      this.person = person;
      this.slug = slug;
    }

    get client(): ApiClient {
      return createApiClient(processes[this.at].server, this.person);
    }

    async connect(at: 0 | 1): Promise<void> {
      this.at = at;
      const { port } = processes[at].server.server.address() as AddressInfo;
      const socket = io(`http://127.0.0.1:${port}`, {
        path: '/realtime/connect',
        transports: ['websocket'],
        auth: { token: this.person.token },
        forceNew: true,
      });
      this.socket = socket;
      socket.on('messages', () => this.look());
      await once(socket as never, 'connect');
      this.look();
    }

    disconnect(): void {
      this.socket?.disconnect();
    }

    async stop(): Promise<void> {
      this.disconnect();
      await this.looking;
    }

    /** Fetches what comes after the last place it has, one request after the other. */
    look(): void {
      this.looking = this.looking.then(async () => {
        const { data } = (
          await this.client.ask('GET /chats/{slug}/messages', {
            params: { slug: this.slug },
            query: { after: this.held.at(-1)?.seq ?? 0, limit: 7 },
          })
        ).reply;
        this.held.push(...(data ?? []));
        if (data?.length === 7) this.look();
      });
    }
  }

  test(
    'every device has every message once and in the same order, whatever it missed',
    async () => {
      const random = randomFrom(SEED);
      const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
      const [here] = processes;
      const { producer } = here;
      const rooms: { fan: ApiClient; devices: Device[]; texts: string[] }[] = [];
      for (let index = 0; index < FANS; index++) {
        const fan = await here.join(`fan.${index}`);
        await follow(fan, producer);
        await producer.call('PUT /chats/options', {
          body: {
            audience: 'everyone',
            onlyTipped: false,
            membersFreeOfTip: false,
            price: 100,
          },
        });
        await send(producer, fan, 'Oi!');
        const devices = Array.from({ length: DEVICES }, (_, number) =>
          number === 0
            ? new Device(producer, fan.domainName)
            : new Device(fan, producer.domainName),
        );
        rooms.push({ fan, devices, texts: ['Oi!'] });
      }
      const all = rooms.flatMap(({ devices }) => devices);
      expect(all).toHaveLength(50);
      await Promise.all(all.map((device, index) => device.connect(index % 2 ? 1 : 0)));

      /** Presses twice at once by the same key now and then, also in both processes. */
      const write = async ({ fan, devices, texts }: (typeof rooms)[number]): Promise<void> => {
        const sender = pick(devices);
        const receiver = sender.person === producer ? fan : producer;
        const [text, key] = [`mensagem ${texts.length}`, randomUUID()];
        texts.push(text);
        const presses = random() < 0.3 ? processes : [pick(processes)];
        const answers = await Promise.all(
          presses.map(({ server }) =>
            send(createApiClient(server, sender.person), receiver, text, key),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(presses.map(() => 200));
        expect(new Set(answers.map(({ reply }) => reply.data.id)).size).toBe(1);
      };
      const wander = async (device: Device): Promise<void> => {
        device.disconnect();
        await sleep(random() * 40);
        await device.connect(random() < 0.5 ? 0 : 1);
      };
      for (let round = 0; round < ROUNDS; round++) {
        const start = Math.floor(random() * all.length);
        const wanderers = Array.from({ length: 6 }, (_, n) => all[(start + n * 7) % all.length]);
        const disturbances = wanderers.map((device) => device && wander(device));
        await Promise.all(rooms.map(write));
        await Promise.all(disturbances);
      }

      for (const { devices, texts } of rooms) {
        await expect
          .poll(() => devices.map(({ held }) => held.length), { interval: 100 })
          .toEqual(devices.map(() => texts.length));
        const [first] = devices;
        for (const { held } of devices) {
          expect(held.map(({ seq }) => seq)).toEqual(texts.map((_, index) => index + 1));
          expect(held.map(({ id }) => id)).toEqual(first?.held.map(({ id }) => id));
        }
        expect(first?.held.map(({ content }) => content).toSorted()).toEqual(texts.toSorted());
      }
      await Promise.all(all.map((device) => device.stop()));
    },
    2 * PATIENCE_MS,
  );
});
