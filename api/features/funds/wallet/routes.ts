// Routes of the wallet: balances, tips, statements and their export, and debts.
import { createReadStream } from 'node:fs';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { listDebts } from './debts.ts';
import { exportStatement } from './export/export-statement.ts';
import { statementSeal } from './export/seal.ts';
import { type RoomTips, tipPolicy } from './policy.ts';
import { presentEarnings, presentWallet } from './present.ts';
import { readStatement } from './statement.ts';
import { sendTip } from './tip.ts';

const VERIFIER = new URL('../../../../tools/verify-statement.mjs', import.meta.url);
const EXPORT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' };

export const walletHandlers = (ctx: Ctx, roomTips: RoomTips) => {
  const mayTip = tipPolicy(ctx, roomTips);
  return handlers({
    'GET /funds': async ({ viewer, query: { limit, offset } }) => {
      const [amounts, escrow, debt] = await Promise.all([
        ctx.ledger.balanceOf(viewer.profileId),
        ctx.ledger.escrowOf(viewer.profileId),
        ctx.ledger.debtOf(viewer.profileId),
      ]);
      const wallet = presentWallet(viewer.profileId, { ...amounts, escrow, debt });
      return { data: [wallet].slice(offset, offset + limit), total: 1, limit, offset };
    },
    'POST /funds/tips': async ({ viewer, body, context }) => {
      const to = await mayTip(viewer, body);
      return {
        data: await sendTip(ctx, roomTips, to, viewer, {
          value: body.value,
          message: body.message,
          key: context.idempotencyKey,
        }),
      };
    },
    'GET /funds/earnings-balance': async ({ viewer }) => ({
      data: presentEarnings(await ctx.ledger.earningsOf(viewer.profileId)),
    }),
    'GET /funds/statements': async ({ viewer, query: { account, before, limit, ...filters } }) => {
      const { lines, cursor } = await readStatement(ctx, {
        profileId: viewer.profileId,
        account,
        filters,
        before,
        limit,
      });
      return { data: lines, cursor };
    },
    'GET /funds/statements/export': async ({
      viewer,
      query: { account, format, ...filters },
      http,
    }) => {
      const file = await exportStatement(ctx, {
        profileId: viewer.profileId,
        account,
        filters,
        format,
      });
      const name = `camarim-${account}-${ctx.clock.now().toISOString().slice(0, 10)}.${format}`;
      void http.reply
        .type(EXPORT_TYPES[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(file);
      return { data: null };
    },
    'GET /dsb/debts': async ({ query: { limit } }) => ({
      data: await listDebts(ctx, limit),
    }),
    'GET /publics/funds/statement-verifier': async ({ http }) => {
      void http.reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', 'attachment; filename="verify-statement.mjs"')
        .send(createReadStream(VERIFIER));
      return { data: null };
    },
    'GET /publics/funds/statement-key': async () => ({
      data: { algorithm: 'Ed25519', publicKey: (await statementSeal(ctx)).publicKey },
    }),
  });
};
