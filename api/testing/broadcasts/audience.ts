// Mass messages for tests: a producer with fans, and what they do.
import type { Routes } from '@camarim/contract';
import type { BodyInput, ParamsOf } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { type ApiClient, type ApiResponse, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../app.ts';
import { follow, read } from '../chatting.ts';
import { fill, joinProducer, picture } from '../publishing.ts';

export const FAN_NAMES = ['ana', 'beto', 'caio', 'dora', 'edu', 'flor', 'gil'];

type Draft = Partial<BodyInput<Routes['POST /chats/many']>>;

/** A producer, lia.solar, whom the fans follow, with money to spend. Call it in `beforeAll`. */
export const openAudience = async () => {
  const app: TestApp = await testApp();
  let lia = await joinProducer(app, 'lia.solar');
  let fans: ApiClient[] = [];
  for (const name of FAN_NAMES) {
    const person = await app.join(name);
    fans.push(person);
    await follow(person, lia);
    await fill(app, person, 20_000);
  }
  const create = (
    draft: Draft,
    key: string = newId(),
    person?: ApiClient,
  ): Promise<ApiResponse<'POST /chats/many'>> =>
    (person ?? lia).ask('POST /chats/many', {
      body: { include: [{ kind: 'followers' }], message: 'Oi!', ...draft },
      idempotencyKey: key,
    });
  const view = (id: ParamsOf<Routes['GET /chats/broadcasts/{id}']>['id']) =>
    lia.call('GET /chats/broadcasts/{id}', { params: { id } });
  return {
    app,
    lia: (): ApiClient => lia,
    fans: (): ApiClient[] => fans,
    fan: (place: number): ApiClient => fans[place] as ApiClient,
    create,
    view,
    /** Sends it, to the last receiver. */
    sendAll: async (draft: Draft) => {
      const { status, reply } = await create(draft);
      if (status !== 200) throw new Error(`refused: ${reply.code}`);
      await app.runJobs();
      return view(reply.data.id);
    },
    texts: async (person: ApiClient): Promise<string[]> =>
      (await read(person, 'lia.solar')).map(({ content }) => content),
    /** So that the limit of a day leaves no fan out. */
    nextDay: async (): Promise<void> => {
      app.clock.advance(DAY_MS);
      lia = await app.join('lia.solar');
      fans = await Promise.all(FAN_NAMES.map((name) => app.join(name)));
    },
    image: async (seed: number) => ({
      key: await upload(app.server, lia, await picture(seed), 'image/jpeg'),
      contentType: 'image/jpeg',
    }),
  };
};

export type Audience = Awaited<ReturnType<typeof openAudience>>;
