// The address of who pays a boleto, which is always a Brazilian one.
import { z } from 'zod';

const needed = (max: number) => z.string().trim().min(1).max(max);

/**
 * Fields are named as those of a card's billing address. Source: Cielo's manual, "Boleto":
 * Customer.Address is mandatory.
 */
export const billAddressSchema = z
  .object({
    billingZip: z
      .string()
      .max(20)
      .transform((text) => text.replaceAll(/\D/g, ''))
      .pipe(z.string().regex(/^\d{8}$/))
      .meta({ description: 'CEP' }),
    billingStreet: needed(120),
    billingNumber: z.string().trim().max(20).default('').meta({ description: "'S/N' when empty" }),
    billingComplement: z.string().trim().max(60).default(''),
    billingCounty: needed(80).meta({ description: 'district (bairro)' }),
    billingCity: needed(80),
    billingStateCode: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.string().regex(/^[A-Z]{2}$/)),
  })
  .meta({ id: 'BillAddress' });

/** The same as it is kept: the CEP as eight digits. */
export const keptAddressSchema = z
  .object({
    billingZip: z.string(),
    billingStreet: z.string(),
    billingNumber: z.string(),
    billingComplement: z.string(),
    billingCounty: z.string(),
    billingCity: z.string(),
    billingStateCode: z.string(),
  })
  .meta({ id: 'KeptBillAddress' });
