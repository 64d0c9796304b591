// 3-D Secure with the acquirer's script in this page: the form fields that it reads, its callbacks,
// and the browser data that banks require.
import { loadScript } from '../../../client/third-parties/load-script.ts';
import type { Data } from '../../../client/api/api.ts';

type Script = NonNullable<Data<'GET /funds/cards/{id}/authentication'>>;

/** The script's result in the format of POST /funds. */
export type ThreeDsProof = {
  eci: string;
  cavv: string | null;
  xid: string | null;
  version: string;
  referenceId: string;
};

/**
 * `refused`: the bank's challenge failed. `unanswered`: the bank does not take part or did not
 * respond; `proof` is the partial result.
 */
export type ThreeDsOutcome =
  | { kind: 'proven'; proof: ThreeDsProof }
  | { kind: 'refused' }
  | { kind: 'unanswered'; proof: ThreeDsProof };

type ScriptResult = Partial<
  Record<'Cavv' | 'Xid' | 'Eci' | 'Version' | 'ReferenceId', string | null>
>;
type Callbacks = Record<
  | 'onReady'
  | 'onSuccess'
  | 'onFailure'
  | 'onUnenrolled'
  | 'onDisabled'
  | 'onError'
  | 'onUnsupportedBrand',
  (answer?: ScriptResult) => void
> & { Environment: 'SDB' | 'PRD'; Debug: false };

declare global {
  interface Window {
    bpmpi_config?: () => Callbacks;
    bpmpi_load?: () => void;
    bpmpi_authenticate?: () => void;
  }
}

const VERSION = '2';
/** Transaction type of a top-up: "PAL: Prepaid Activation and Load". */
const PRODUCT = 'PAL';
const LANGUAGE_MAX = 10;

/** Browser data for EMV 3-D Secure. No current browser runs Java. */
export const holderBrowser = () => ({
  colorDepth: screen.colorDepth,
  javaEnabled: false,
  language: navigator.language.slice(0, LANGUAGE_MAX),
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
});

const proofOf = ({ Cavv, Xid, Eci, Version, ReferenceId }: ScriptResult = {}): ThreeDsProof => ({
  eci: Eci ?? '',
  cavv: Cavv || null,
  xid: Xid || null,
  version: Version ?? VERSION,
  referenceId: ReferenceId ?? '',
});

/** The script finds its fields by CSS class. */
const fieldsOf = (
  { accessToken, orderNumber, billing }: Script,
  number: string,
  expiration: string,
  value: number,
): Record<string, string> => {
  const [month = '', year = ''] = expiration.split('/');
  return {
    bpmpi_auth: 'true',
    bpmpi_auth_notifyonly: 'false',
    bpmpi_auth_suppresschallenge: 'false',
    bpmpi_accesstoken: accessToken,
    bpmpi_ordernumber: orderNumber,
    bpmpi_currency: 'BRL',
    bpmpi_totalamount: String(value),
    bpmpi_installments: '1',
    bpmpi_paymentmethod: 'Credit',
    bpmpi_cardnumber: number,
    bpmpi_cardexpirationmonth: month,
    bpmpi_cardexpirationyear: year,
    bpmpi_order_productcode: PRODUCT,
    bpmpi_transaction_mode: 'S',
    bpmpi_merchant_url: location.origin,
    bpmpi_billto_customerid: billing.document,
    bpmpi_billto_phonenumber: billing.phone.replace('+', ''),
    bpmpi_billto_email: billing.email,
    bpmpi_billto_street1: billing.street,
    bpmpi_billto_city: billing.city,
    bpmpi_billto_state: billing.state,
    bpmpi_billto_zipcode: billing.zip.replaceAll(/\D/g, ''),
    bpmpi_billto_country: billing.country,
  };
};

const showFields = (fields: Record<string, string>): HTMLElement => {
  const holder = document.createElement('div');
  holder.hidden = true;
  for (const [className, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', className, value });
    holder.append(input);
  }
  document.body.append(holder);
  return holder;
};

/**
 * The script renders the bank's challenge in the page, where everything outside an open modal
 * dialog is inert. Dialogs are made non-modal during the challenge and modal again afterwards.
 */
const releasePage = (): (() => void) => {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
  for (const dialog of dialogs) {
    dialog.close();
    dialog.show();
  }
  return () => {
    for (const dialog of dialogs.filter(({ isConnected, open }) => isConnected && open)) {
      dialog.close();
      dialog.showModal();
    }
  };
};

/** The holder may take minutes for their bank's question, which comes after the script is ready. */
const READY_MAX_MS = 30_000;
const NO_ANSWER = { kind: 'unanswered', proof: proofOf() } as const;

/**
 * Runs one authentication. Only then is the card number in the page's DOM; it is sent to the
 * acquirer alone.
 */
export const runThreeDs = async (
  script: Script,
  { number, expiration, value }: { number: string; expiration: string; value: number },
): Promise<ThreeDsOutcome> => {
  const fields = showFields(fieldsOf(script, number, expiration, value));
  const restore = releasePage();
  try {
    return await new Promise<ThreeDsOutcome>((resolve) => {
      // A blocked part of the script calls nothing back.
      const late = setTimeout(() => resolve(NO_ANSWER), READY_MAX_MS);
      const unanswered = (answer?: ScriptResult) =>
        resolve({ kind: 'unanswered', proof: proofOf(answer) });
      window.bpmpi_config = () => ({
        Environment: script.environment,
        Debug: false,
        onReady: () => {
          clearTimeout(late);
          window.bpmpi_authenticate?.();
        },
        onSuccess: (answer) => resolve({ kind: 'proven', proof: proofOf(answer) }),
        onFailure: () => resolve({ kind: 'refused' }),
        onUnenrolled: unanswered,
        onDisabled: unanswered,
        onError: unanswered,
        onUnsupportedBrand: unanswered,
      });
      // The script starts by itself on its first load.
      if (window.bpmpi_load) window.bpmpi_load();
      else loadScript(script.url).catch(() => unanswered());
    });
  } finally {
    fields.remove();
    restore();
  }
};
