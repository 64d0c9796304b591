// The people of the demo and what they say. All invented; pictures are drawn from the seed numbers.
import type { Centavos } from '@camarim/contract/money';
import type { DemoClip } from './clips.ts';

/**
 * A post of the demo: how many pictures and which clip, what it costs, who sees it, how long ago it
 * went out.
 */
export type DemoPost = {
  text: string;
  pictures: number;
  clip?: DemoClip;
  price?: Centavos;
  members?: boolean;
  hoursAgo: number;
};

/** A plan of the demo: by the month, in bundles, and cheaper at first. */
export type DemoPlan = {
  price: Centavos;
  bundles?: readonly { months: number; discount: number }[];
  promotion?: ({ discount: number; discountMonths?: number } | { trialDays: number }) & {
    activeDays: number;
    maxUsers: number;
    codes?: string[];
  };
};

export type DemoProducer = {
  domainName: string;
  displayName: string;
  about: string;
  seed: number;
  plan?: DemoPlan;
  goal?: { title: string; value: Centavos };
  /** The price of a minute of a private show. */
  privatePrice?: Centavos;
  posts: readonly DemoPost[];
};

/**
 * One password for every demo account; printed at start and refused in production with the demo
 * itself.
 */
export const DEMO_PASSWORD = 'camarim-demonstra';

/** The home address of people with a document. */
export const DEMO_HOME = {
  street: 'Rua das Coxias',
  number: '120',
  addressLineTwo: '',
  county: 'Centro',
  city: 'São Paulo',
  stateCode: 'SP',
  zip: '01310930',
  country: 'BR',
} as const;

const reais = (amount: number): Centavos => Math.round(amount * 100) as Centavos;

export type DemoFan = {
  domainName: string;
  displayName: string;
  /** Domain names of producers. */
  follows: readonly string[];
};

// A producer is recommended to a fan when two others follow both them and one whom the fan follows.
export const DEMO_FANS = [
  {
    domainName: 'davi',
    displayName: 'Davi Cobalto',
    follows: ['irisveludo', 'caioambar', 'dalianorte', 'auroraprisma', 'ninaceleste'],
  },
  {
    domainName: 'malu',
    displayName: 'Malu Brisa',
    follows: ['irisveludo', 'liasolar', 'theolume', 'noamare', 'auroraprisma', 'ravicobre'],
  },
  {
    domainName: 'beto',
    displayName: 'Beto Quartzo',
    follows: ['irisveludo', 'liasolar', 'theolume', 'noamare', 'zecacinza', 'tomaspleno'],
  },
] as const satisfies readonly DemoFan[];

export const DEMO_PRODUCERS: readonly DemoProducer[] = [
  {
    domainName: 'irisveludo',
    displayName: 'Íris Veludo',
    seed: 11,
    privatePrice: reais(6),
    plan: {
      price: reais(29.9),
      bundles: [
        { months: 3, discount: 10 },
        { months: 6, discount: 20 },
        { months: 12, discount: 30 },
      ],
      promotion: { discount: 40, activeDays: 30, maxUsers: 50 },
    },
    goal: { title: 'Cortina de veludo nova', value: reais(600) },
    about:
      'Luz, veludo e improviso. Ensaios às terças, bastidores às quintas 22h.\n\nRespondo a todos os comentários, com calma e por ordem de chegada.',
    posts: [
      {
        text: 'Terça de ensaio: seis estudos de luz rasante que quase ficaram na gaveta.',
        pictures: 6,
        price: reais(19.9),
        hoursAgo: 1,
      },
      {
        text: 'Bastidor: o que sobra quando a luz apaga. Bom dia, camarim. #bastidores #luz',
        pictures: 1,
        hoursAgo: 26,
      },
      {
        text: 'Luz em movimento: o primeiro teste em vídeo. #luz #vídeo',
        pictures: 0,
        clip: 'video',
        price: reais(9.9),
        hoursAgo: 32,
      },
      {
        text: 'Só para quem acompanha: a paleta da semana que vem.',
        pictures: 2,
        members: true,
        hoursAgo: 50,
      },
    ],
  },
  {
    domainName: 'liasolar',
    displayName: 'Lia Solar',
    seed: 23,
    plan: {
      price: reais(14.9),
      bundles: [{ months: 3, discount: 15 }],
      promotion: { trialDays: 7, activeDays: 60, maxUsers: 200 },
    },
    about: 'Cor quente e riso fácil. Publico de manhã, respondo à noite.',
    posts: [
      {
        text: 'Hoje o sol entrou pela janela errada e deu certo. ☀️ #manhã #luz',
        pictures: 1,
        hoursAgo: 0.2,
      },
      {
        text: 'O sol andando pela parede, gravado de pé. #manhã #vídeo',
        pictures: 0,
        clip: 'portrait',
        hoursAgo: 9,
      },
      {
        text: 'Som da manhã, para ouvir de olhos fechados.',
        pictures: 0,
        clip: 'tune',
        hoursAgo: 18,
      },
      {
        text: 'Série completa do solstício: quatro quadros, uma tarde.',
        pictures: 4,
        price: reais(14.9),
        hoursAgo: 30,
      },
      { text: 'Qual destas vira capa? Me conta nos comentários.', pictures: 2, hoursAgo: 74 },
    ],
  },
  {
    domainName: 'noamare',
    displayName: 'Noa Maré',
    seed: 37,
    about: 'Azul profundo. Marés, neblina e muito contraste.',
    posts: [
      { text: 'Maré baixa, cinco da manhã. #mar #manhã', pictures: 3, hoursAgo: 3 },
      { text: 'Caderno de neblina, páginas 1 a 5.', pictures: 5, price: reais(24.9), hoursAgo: 40 },
    ],
  },
  {
    domainName: 'caioambar',
    displayName: 'Caio Âmbar',
    seed: 41,
    privatePrice: reais(6),
    about: 'Âmbar, grão e paciência. Um ensaio por semana, sem filtro pronto.',
    posts: [
      {
        text: 'Teste de cone: a luz girou e eu deixei girar. #luz #estúdio',
        pictures: 1,
        hoursAgo: 5,
      },
      { text: 'Os três que ninguém viu.', pictures: 3, price: reais(9.9), hoursAgo: 60 },
    ],
  },
  {
    domainName: 'dalianorte',
    displayName: 'Dália Norte',
    seed: 53,
    plan: {
      price: reais(19.9),
      promotion: {
        discount: 50,
        discountMonths: 3,
        activeDays: 60,
        maxUsers: 20,
        codes: ['NORTE50'],
      },
    },
    about: 'Anéis, ecos, repetição. Do norte para onde você estiver.',
    posts: [
      { text: 'Eco nº 7. Aumente o brilho da tela. #repetição', pictures: 1, hoursAgo: 22 },
      { text: 'Para membros: o eco inteiro, sem corte.', pictures: 3, members: true, hoursAgo: 46 },
    ],
  },
  {
    domainName: 'theolume',
    displayName: 'Théo Lume',
    seed: 67,
    about: 'Faço luz com o que tem. Pergunte o que quiser.',
    posts: [
      {
        text: 'Lâmpada de 40 W, papel vegetal e uma hora livre. #luz #estúdio',
        pictures: 2,
        hoursAgo: 8,
      },
      {
        text: 'Pacote da semana: oito quadros em alta.',
        pictures: 8,
        price: reais(34.9),
        hoursAgo: 33,
      },
    ],
  },
  {
    domainName: 'auroraprisma',
    displayName: 'Aurora Prisma',
    seed: 79,
    plan: {
      price: reais(39.9),
      bundles: [
        { months: 2, discount: 5 },
        { months: 6, discount: 25 },
      ],
    },
    goal: { title: 'Segundo prisma', value: reais(250) },
    about: 'Um prisma, mil saídas. Meta da noite sempre fixada no perfil.',
    posts: [
      {
        text: 'O prisma chegou. Primeiro teste, direto da caixa. #luz #cor',
        pictures: 1,
        hoursAgo: 2,
      },
      { text: 'Refração completa: série de cinco.', pictures: 5, price: reais(29.9), hoursAgo: 28 },
    ],
  },
  {
    domainName: 'zecacinza',
    displayName: 'Zeca Cinza',
    seed: 83,
    about: 'Cinquenta tons, nenhum cliché. Preto, branco e o que há no meio.',
    posts: [{ text: 'Sem cor, com ruído. #pretoebranco', pictures: 2, hoursAgo: 12 }],
  },
  {
    domainName: 'ninaceleste',
    displayName: 'Nina Celeste',
    seed: 97,
    about: 'Céu de estúdio. Novidade toda quarta.',
    posts: [
      { text: 'Quarta de céu novo. #estúdio #cor', pictures: 1, hoursAgo: 16 },
      { text: 'Atlas de nuvens, volume 2.', pictures: 4, price: reais(12.9), hoursAgo: 90 },
    ],
  },
  {
    domainName: 'ravicobre',
    displayName: 'Ravi Cobre',
    seed: 101,
    about: 'Metal quente e sombra fria.',
    posts: [{ text: 'Cobre antes do polimento. #bastidores #macro', pictures: 3, hoursAgo: 20 }],
  },
  {
    domainName: 'solangemica',
    displayName: 'Solange Mica',
    seed: 113,
    about: 'Brilho miúdo, de perto.',
    posts: [
      {
        text: 'Macro de domingo: mica, água e lanterna. #macro',
        pictures: 2,
        price: reais(7.9),
        hoursAgo: 70,
      },
    ],
  },
  {
    domainName: 'tomaspleno',
    displayName: 'Tomás Pleno',
    seed: 127,
    about: 'Tudo aberto, tudo pleno. Comecei agora: diga o que achou.',
    posts: [{ text: 'Primeiro post. Cheguei!', pictures: 1, hoursAgo: 6 }],
  },
];

/** What the fans say under public posts. */
export const DEMO_COMMENTS = [
  'Que luz bonita!',
  'Essa ficou a minha preferida da semana.',
  'Já estou esperando a próxima.',
  'O segundo quadro merecia uma parede.',
] as const;

/** Whom a demo has, and the size of their pictures beside the usual one. */
export type DemoCast = {
  fans: readonly DemoFan[];
  producers: readonly DemoProducer[];
  pictureScale: number;
};

/** One of each kind: every audience, price, plan and medium of the demo. */
const SMALL = new Set(['irisveludo', 'liasolar', 'caioambar', 'dalianorte', 'theolume']);
const SMALL_PICTURES_MAX = 2;

/** The cast of the setting CAMARIM_DEMO: every producer, or five with few and small pictures. */
export const castOf = (demo: boolean | 'small'): DemoCast =>
  demo === 'small'
    ? {
        fans: DEMO_FANS,
        producers: DEMO_PRODUCERS.filter(({ domainName }) => SMALL.has(domainName)).map(
          (producer) => ({
            ...producer,
            posts: producer.posts.map((post) => ({
              ...post,
              pictures: Math.min(post.pictures, SMALL_PICTURES_MAX),
            })),
          }),
        ),
        pictureScale: 0.4,
      }
    : { fans: DEMO_FANS, producers: DEMO_PRODUCERS, pictureScale: 1 };
