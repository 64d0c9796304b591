// Adding, choosing and deleting bank accounts. Each change is reported by email, and a new account
// has a cool-off time before it can be paid.
import { createHmac } from 'node:crypto';
import type { BankAccountId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { BANK_ACCOUNTS_MAX } from '@camarim/contract/limits';
import { HOUR_MS, SAO_PAULO } from '@camarim/contract/time';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Ctx } from '../../context.ts';
import { identityOf } from '../verifications/index.ts';
import type { Payee } from './policy.ts';
import {
  destinationText,
  bankDetailsOf,
  type BankDetails,
  type NewBankAccount,
  shortName,
} from './rules.ts';
import {
  type BankAccountRow,
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  lockAccounts,
  moveDefault,
} from './store.ts';

const sealContext = (id: BankAccountId): string => `bank_accounts/${id}`;

export const openBankDetails = (
  { seal }: Ctx,
  { id, sealed }: Pick<BankAccountRow, 'id' | 'sealed'>,
): BankDetails => seal.open<BankDetails>(sealContext(id), sealed);

const LOCALE_TAGS = { pt: 'pt-BR', en: 'en-US', es: 'es-419' } as const satisfies Record<
  Locale,
  string
>;
const momentText = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: SAO_PAULO,
  }).format(at);

type AccountEmail = 'bankAccountAdded' | 'bankAccountRemoved' | 'bankAccountChosen';

const sendAccountEmail = async (
  { mail, config, accounts }: Ctx,
  tx: Transaction,
  template: AccountEmail,
  profileId: ProfileId,
  { destination }: BankDetails,
  payableAt: Date,
): Promise<void> => {
  const person = await accounts.contactOf(tx, profileId);
  if (!person) return;
  const { email: to, locale, name } = person;
  await mail.send(tx, {
    to,
    locale,
    template,
    params: {
      name,
      account: shortName(destination),
      when: momentText(payableAt, locale),
      link: `${config.publicUrl}/settings/security`,
    },
  });
};

/** Throws errors of its fields, bank.identityUnknown, bank.exists and bank.tooMany. */
export const addAccount = async (
  ctx: Ctx,
  { profileId }: Allowed<Payee>,
  input: NewBankAccount,
): Promise<BankAccountRow> => {
  const { db, clock, fraudSettings, seal } = ctx;
  const identity = await identityOf(ctx, db, profileId);
  if (!identity) throw new AppError('bank.identityUnknown');
  const details = bankDetailsOf(input, identity.document);
  const destinationHash = createHmac('sha256', await installationSecret(db, 'bank.destination'))
    .update(destinationText(details.destination))
    .digest();
  const id = newId() as BankAccountId;
  const now = clock.now();
  const payableAt = new Date(now.getTime() + fraudSettings.current().BANK_COOL_OFF_HOURS * HOUR_MS);
  return transaction(db, async (tx) => {
    const count = await lockAccounts(tx, profileId);
    if (count >= BANK_ACCOUNTS_MAX) throw new AppError('bank.tooMany', { max: BANK_ACCOUNTS_MAX });
    const row = {
      id,
      profileId,
      sealed: seal.seal(sealContext(id), details),
      isDefault: count === 0,
      createdAt: now,
      payableAt,
    };
    if (!(await insertAccount(tx, { ...row, destinationHash }))) throw new AppError('bank.exists');
    await sendAccountEmail(ctx, tx, 'bankAccountAdded', profileId, details, payableAt);
    return row;
  });
};

/** When the default is removed, the next account becomes the default. */
export const removeAccount = (ctx: Ctx, account: Allowed<BankAccountRow>): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { id, profileId, payableAt } = account;
    await lockAccounts(tx, profileId);
    const current = await findAccount(tx, id);
    if (!current) throw new AppError('bank.notFound');
    await deleteAccount(tx, id);
    const [next] = await listAccounts(tx, profileId);
    if (current.isDefault && next) await moveDefault(tx, profileId, next.id);
    await sendAccountEmail(
      ctx,
      tx,
      'bankAccountRemoved',
      profileId,
      openBankDetails(ctx, account),
      payableAt,
    );
  });

export const chooseAccount = (
  ctx: Ctx,
  account: Allowed<BankAccountRow>,
): Promise<BankAccountRow> =>
  transaction(ctx.db, async (tx) => {
    const { id, profileId } = account;
    await lockAccounts(tx, profileId);
    const current = await findAccount(tx, id);
    if (!current) throw new AppError('bank.notFound');
    if (current.isDefault) return current;
    await moveDefault(tx, profileId, id);
    await sendAccountEmail(
      ctx,
      tx,
      'bankAccountChosen',
      profileId,
      openBankDetails(ctx, current),
      current.payableAt,
    );
    return { ...current, isDefault: true };
  });
