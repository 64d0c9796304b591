// Routes of saved payments, card brands, limits and boleto data.
import { centavos } from '@camarim/contract/money';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { handlers } from '../../../../platform/http/mount.ts';
import type { Ctx } from '../../../../context.ts';
import { deviceMarkHash } from '../../../auth/index.ts';
import { acceptBills, loadBillData } from '../bills/bill-data.ts';
import { drawSlip } from '../bills/draw-slip.ts';
import { ownCharge } from '../top-up/policy.ts';
import { type AcquirerName, acquirerOf, cardAcquirer } from './acquirer.ts';
import { brandOf } from './brands.ts';
import { readCreditLimit } from './limits.ts';
import { beginAuthentication } from './authentication.ts';
import { ownSaved } from './policy.ts';
import { presentSaved } from './present.ts';
import { choosePayment, removePayment, savePayment, toAppError } from './save-card.ts';
import { listSaved, type PaymentType } from './store.ts';

const savedPaymentsHandlers = (ctx: Ctx) => {
  const list = async (
    profileId: Parameters<typeof listSaved>[1],
    type: PaymentType | null,
    { limit, offset }: { limit: number; offset: number },
  ) => {
    const saved = await listSaved(ctx.db, profileId, type);
    return {
      data: saved.slice(offset, offset + limit).map((payment) => presentSaved(ctx, payment)),
      total: saved.length,
      limit,
      offset,
    };
  };
  return handlers({
    'GET /funds/cards': ({ viewer, query }) => list(viewer.profileId, 'card', query),
    'GET /funds/payments': ({ viewer, query: { filter, ...page } }) =>
      list(viewer.profileId, (filter?.split(':')[2] as PaymentType | undefined) ?? null, page),
    'POST /funds/cards': async ({ viewer, body, context, http }) => {
      if (body.paymentType === 'card')
        await ctx.captcha.spend(body.recapcha, {
          action: 'add-card',
          address: context.address,
        });
      const caller = {
        profileId: viewer.profileId,
        address: context.address,
        device: await deviceMarkHash(ctx, http.request),
      };
      return { data: presentSaved(ctx, await savePayment(ctx, caller, body)) };
    },
    'PUT /funds/cards/{id}': async ({ viewer, params: { id } }) => ({
      data: presentSaved(ctx, await choosePayment(ctx, await ownSaved(ctx, viewer, id))),
    }),
    'DELETE /funds/cards/{id}': async ({ viewer, params: { id } }) => {
      await removePayment(ctx, await ownSaved(ctx, viewer, id));
      return { data: null };
    },
    'GET /funds/cards/{id}/authentication': async ({
      viewer,
      params: { id },
      query: { value },
    }) => ({
      data: await beginAuthentication(
        ctx,
        await ownSaved(ctx, viewer, id, 'card'),
        centavos(value),
      ),
    }),
  });
};

const acquirerHandlers = (ctx: Ctx) => {
  const keyOf = async (acquirer: AcquirerName) => {
    const { jwk, kid, expiresAt } = await cardAcquirer(ctx, acquirer)
      .cards.publicKey()
      .catch((error: unknown) => Promise.reject(toAppError(error)));
    return { data: { data: { ...jwk }, kid, expiresWhen: expiresAt.toISOString() } };
  };
  return handlers({
    'GET /funds/bin/{bin}': async ({ params: { bin } }) => {
      const brand = brandOf(bin);
      const acquirer = acquirerOf(ctx);
      if (!brand || (acquirer && !cardAcquirer(ctx, acquirer).cards.takes(brand.id)))
        throw new AppError('card.invalidBin');
      return { data: brand };
    },
    'GET /funds/rede-access-token': () => keyOf('rede'),
    'GET /funds/cielo-access-token': () => keyOf('cielo'),
    'GET /funds/sitef-access-token/{bin}': async ({ params: { bin } }) => {
      if (!brandOf(bin)) throw new AppError('card.invalidBin');
      return keyOf('carat');
    },
  });
};

const billsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /funds/credit-limit': async ({ viewer }) => ({
      data: await readCreditLimit(ctx, viewer.profileId),
    }),
    'GET /funds/bills-data': async ({ viewer }) => ({
      data: await loadBillData(ctx, viewer.profileId),
    }),
    'POST /funds/accept-bills': async ({ viewer, body: { cpfcnpj, name, address } }) => ({
      data: await acceptBills(ctx, viewer.profileId, { cpfCnpj: cpfcnpj, name, address }),
    }),
    'GET /funds/charges/{id}/slip': async ({ viewer, params: { id }, http }) => {
      const file = await drawSlip(ctx, await ownCharge(ctx, viewer, id));
      void http.reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `inline; filename="boleto-${id.slice(-8)}.pdf"`)
        .send(file);
      return { data: null };
    },
  });

export const cardsHandlers = (ctx: Ctx) => ({
  ...savedPaymentsHandlers(ctx),
  ...acquirerHandlers(ctx),
  ...billsHandlers(ctx),
});
