// What the bank accepts of Pix Automático: the request shapes of the central bank's API Pix 2.9.
import { z } from 'zod';
import { txidSchema, valorSchema } from '../schemas.ts';

const devedorSchema = z.union([
  z.object({ cpf: z.string().regex(/^\d{11}$/), nome: z.string().min(1).max(140) }),
  z.object({ cnpj: z.string().regex(/^[0-9A-Z]{12}\d{2}$/), nome: z.string().min(1).max(140) }),
]);

/** RecSolicitada: of a fixed amount. */
export const recSchema = z.object({
  vinculo: z.object({
    contrato: z.string().min(1).max(35),
    objeto: z.string().max(35).optional(),
    devedor: devedorSchema,
  }),
  calendario: z.object({
    dataInicial: z.iso.date(),
    dataFinal: z.iso.date().optional(),
    periodicidade: z.enum(['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']),
  }),
  valor: z.object({ valorRec: valorSchema }),
  politicaRetentativa: z.enum(['NAO_PERMITE', 'PERMITE_3R_7D']),
  loc: z.int().optional(),
  ativacao: z.object({ dadosJornada: z.object({ txid: txidSchema }) }).optional(),
});

/** RecRevisada and CobRRevisada, limited to a cancellation. */
export const cancelSchema = z.object({ status: z.literal('CANCELADA') });

/** CobRSolicitada. */
export const cobrSchema = z.object({
  idRec: z.string().regex(/^[a-zA-Z0-9]{29}$/),
  infoAdicional: z.string().max(140).optional(),
  calendario: z.object({ dataDeVencimento: z.iso.date() }),
  valor: z.object({ original: valorSchema }),
  ajusteDiaUtil: z.boolean().default(true),
  recebedor: z.object({
    agencia: z
      .string()
      .regex(/^\d{1,4}$/)
      .optional(),
    conta: z.string().regex(/^[\dX]{1,20}$/),
    tipoConta: z.enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO']),
  }),
});

/** The day of another debit attempt. */
export const daySchema = z.iso.date();

export type RecRequest = z.output<typeof recSchema>;
export type CobrRequest = z.output<typeof cobrSchema>;
