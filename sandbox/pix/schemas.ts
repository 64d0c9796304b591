// What the bank accepts: the request shapes of the central bank's API Pix 2.9 that are spoken here.
import { z } from 'zod';
import { Problem, type ProblemType } from './problem.ts';

export const txidSchema = z.string().regex(/^[a-zA-Z0-9]{26,35}$/);
export const refundIdSchema = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);
/** Reais with two decimals, above zero. */
export const valorSchema = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .refine((valor) => !/^0+\.00$/.test(valor), 'Valor não pode ser zero');

const devedorSchema = z.union([
  z.object({ cpf: z.string().regex(/^\d{11}$/), nome: z.string().min(1).max(200) }),
  z.object({ cnpj: z.string().regex(/^[0-9A-Z]{12}\d{2}$/), nome: z.string().min(1).max(200) }),
]);
const calendarioSchema = z.object({
  expiracao: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .default(86_400),
});
const cobFields = {
  devedor: devedorSchema.optional(),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
};

/** CobSolicitada. */
export const cobSchema = z.object({
  calendario: calendarioSchema,
  valor: z.object({ original: valorSchema }),
  ...cobFields,
});
/** CobVSolicitada, without fines, interest and discounts. */
export const cobvSchema = z.object({
  ...cobFields,
  calendario: z.object({
    dataDeVencimento: z.iso.date(),
    validadeAposVencimento: z.int().min(0).max(3_650).default(30),
  }),
  devedor: devedorSchema,
  valor: z.object({ original: valorSchema }),
});
/** CobRevisada: any part of a charge, or its removal alone. */
export const cobRevisionSchema = z.object({
  ...z
    .object({
      calendario: calendarioSchema,
      valor: z.object({ original: valorSchema }),
      ...cobFields,
    })
    .partial().shape,
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional(),
});
/** DevolucaoSolicitada. */
export const refundSchema = z.object({
  valor: valorSchema,
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).default('ORIGINAL'),
  descricao: z.string().max(140).optional(),
});
const contaBancoSchema = z.object({
  nome: z.string().min(1).max(200),
  cpf: z.string().regex(/^\d{11}$/),
  codigoBanco: z.string().regex(/^[0-9A-Z]{8}$/),
  agencia: z.string().regex(/^\d{1,5}$/),
  conta: z.string().regex(/^\d{1,13}[\dXP]{1,2}$/),
  tipoConta: z.enum(['cacc', 'svgs']),
});
/** A payout, in the shape of Efí: the central bank's standard has none. */
export const payoutSchema = z.object({
  valor: valorSchema,
  pagador: z.object({
    chave: z.string().min(1).max(77),
    infoPagador: z.string().max(140).optional(),
  }),
  favorecido: z.union([
    z.object({
      chave: z.string().min(1).max(77),
      cpf: z
        .string()
        .regex(/^\d{11}$/)
        .optional(),
    }),
    z.object({ contaBanco: contaBancoSchema }),
  ]),
});
/**
 * WebhookSolicitado. http is taken here because the receiver of a stand-in is on the same machine.
 */
export const webhookSchema = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }).max(500) });

const period = {
  inicio: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  fim: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  'paginacao.paginaAtual': z.coerce.number().int().min(0).default(0),
  'paginacao.itensPorPagina': z.coerce.number().int().min(1).max(1000).default(100),
};
const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();
const rightOrder = (query: { inicio: number; fim: number }) => query.fim >= query.inicio;
const orderRefusal = { path: ['fim'], message: 'fim é anterior a inicio' };

export const cobQuerySchema = z
  .object({
    ...period,
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
    status: z.string().optional(),
  })
  .refine(rightOrder, orderRefusal)
  .refine((query) => !(query.cpf && query.cnpj), {
    path: ['cnpj'],
    message: 'cpf e cnpj não podem vir juntos',
  });
export const pixQuerySchema = z
  .object({ ...period, txid: z.string().optional(), txIdPresente: flag, devolucaoPresente: flag })
  .refine(rightOrder, orderRefusal);

export type CobRequest = z.output<typeof cobSchema>;
export type CobvRequest = z.output<typeof cobvSchema>;
export type CobRevision = z.output<typeof cobRevisionSchema>;
export type PayoutRequest = z.output<typeof payoutSchema>;
export type RefundRequest = z.output<typeof refundSchema>;
export type PageQuery = {
  inicio: number;
  fim: number;
  'paginacao.paginaAtual': number;
  'paginacao.itensPorPagina': number;
};

/** Validates. Throws a Problem of the given type that names each broken rule. */
export const parse = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  type: ProblemType,
  subject: string,
): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Problem(
    type,
    'A requisição não respeita o schema.',
    result.error.issues.map((issue) => ({
      razao: issue.message,
      propriedade: [subject, ...issue.path].join('.'),
    })),
  );
};
