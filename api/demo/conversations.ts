// Conversations of the demo: texts, a picture, and media that are sold.
import type { FastifyInstance } from 'fastify';
import { type ApiClient, upload } from '../api-client.ts';
import { drawArt } from './art.ts';

/** One message of a conversation; `minutesAgo` is when it was sent. */
type DemoMessage = {
  from: 'fan' | 'producer';
  minutesAgo: number;
  text: string;
  pictures?: number;
  /** In centavos. */
  price?: number;
};

type DemoConversation = { fan: string; producer: string; messages: readonly DemoMessage[] };

const CONVERSATIONS: readonly DemoConversation[] = [
  {
    fan: 'davi',
    producer: 'irisveludo',
    messages: [
      {
        from: 'producer',
        minutesAgo: 190,
        text: 'Oi, Davi! Obrigada por assinar. Esta é a primeira luz da série nova, só para você.',
        pictures: 1,
      },
      { from: 'fan', minutesAgo: 175, text: 'Que azul lindo! Como você chegou nesse tom?' },
      {
        from: 'producer',
        minutesAgo: 170,
        text: 'Três lâmpadas e muita paciência. Fiz um estudo inteiro em veludo, olha:',
        pictures: 3,
        price: 1_500,
      },
      { from: 'producer', minutesAgo: 12, text: 'Hoje à noite tem ensaio. Quer que eu te avise?' },
    ],
  },
  {
    fan: 'malu',
    producer: 'irisveludo',
    messages: [
      { from: 'producer', minutesAgo: 320, text: 'Oi, Malu! Qual cor você quer ver amanhã?' },
    ],
  },
  {
    fan: 'davi',
    producer: 'caioambar',
    messages: [
      {
        from: 'producer',
        minutesAgo: 95,
        text: 'Valeu por acompanhar, Davi! Separei uma prévia do próximo ensaio.',
        pictures: 2,
      },
    ],
  },
];

const PICTURE = { width: 1_000, height: 1_250 };

/** How the history of the demo is written: its application, and its clock. */
type History = {
  app: { server: FastifyInstance };
  pictureScale: number;
  at(hoursAgo: number): void;
};

const draw = async (past: History, person: ApiClient, seed: number, pictures: number) => {
  const size = {
    width: Math.round(PICTURE.width * past.pictureScale),
    height: Math.round(PICTURE.height * past.pictureScale),
  };
  const medias = [];
  for (let index = 0; index < pictures; index += 1)
    medias.push({
      key: await upload(
        past.app.server,
        person,
        await drawArt(seed + index * 17, size),
        'image/jpeg',
      ),
      contentType: 'image/jpeg',
    });
  return medias;
};

const write = async (
  past: History,
  { fan, producer }: { fan: ApiClient; producer: ApiClient },
  messages: readonly DemoMessage[],
): Promise<void> => {
  // Those of an earlier start that was cut short.
  const written = await fan.call('GET /chats/{slug}/messages', {
    params: { slug: producer.domainName },
    query: { limit: 50 },
  });
  for (const [index, { from, minutesAgo, text, pictures = 0, price }] of messages.entries()) {
    if (written.some(({ content }) => content === text)) continue;
    const [sender, receiver] = from === 'fan' ? [fan, producer] : [producer, fan];
    const { writing } = await sender.call('GET /chats/{slug}', {
      params: { slug: receiver.domainName },
    });
    // A fan without money writes nothing.
    if (writing.price === null) continue;
    // An upload's permission is of the present.
    const medias = await draw(past, sender, index * 211 + minutesAgo, pictures);
    past.at(minutesAgo / 60);
    await sender.ask('POST /chats/messages', {
      body: {
        receiverId: receiver.profileId,
        message: text,
        fee: writing.price,
        medias,
        ...(price !== undefined && { price, free: [0] }),
      } as never,
      idempotencyKey: `demo-message-${fan.domainName}-${producer.domainName}-${index}`,
    });
    past.at(0);
  }
};

/** After follows and wallets: who writes must be allowed to, and pays for it. */
export const writeConversations = async (
  past: History,
  fans: readonly ApiClient[],
  producers: readonly ApiClient[],
): Promise<void> => {
  for (const { fan, producer, messages } of CONVERSATIONS) {
    const pair = {
      fan: fans.find(({ domainName }) => domainName === fan),
      producer: producers.find(({ domainName }) => domainName === producer),
    };
    if (pair.fan && pair.producer)
      await write(past, { fan: pair.fan, producer: pair.producer }, messages);
  }
};
