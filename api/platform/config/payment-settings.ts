// Settings of payment gateways, cards and boletos.
import { TOP_UP_CEILING_CENTAVOS } from '@camarim/contract/limits';
import { z } from 'zod';
import { bounded, flag, port } from './setting-types.ts';

/** `describe` is the text of the operator's manual. */
export const paymentSettings = {
  PIX_BASE_URL: z
    .url()
    .optional()
    .describe(
      'Pix API of the payment institution, with its version (https://pix.api.efipay.com.br/v2); the local sandbox stands in outside production when no gateway is set',
    ),
  PIX_TOKEN_URL: z
    .url()
    .optional()
    .describe(
      'where tokens are given, when it is not /oauth/token beside the version of PIX_BASE_URL',
    ),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  PIX_KEY: z.string().optional().describe('Pix key (chave) that receives'),
  PIX_RECEIVER_NAME: z
    .string()
    .min(1)
    .max(25)
    .optional()
    .describe(
      'name of the receiver in Pix codes: only for an institution that gives charges without a code (pixCopiaECola)',
    ),
  PIX_RECEIVER_CITY: z.string().min(1).max(15).optional().describe('its city'),
  PIX_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret in the webhook address registered at the gateway'),
  PIX_WEBHOOK_MTLS: flag
    .default(false)
    .describe(
      "the proxy demands the institution's client certificate at /api/funds/webhooks/pix: the institution may test that when the address is registered",
    ),
  PIX_CLIENT_CERT: z.string().optional().describe('PEM file of the client certificate (mTLS)'),
  PIX_CLIENT_CERT_KEY: z.string().optional().describe('PEM file of its key'),
  PIX_PAYOUTS: z
    .enum(['efi'])
    .optional()
    .describe(
      'how the institution sends Pix, which the standard leaves open: efi (PUT /v3/gn/pix/{idEnvio}, beside the version of PIX_BASE_URL); cash-outs are off when unset',
    ),
  PIX_AUTOMATICO_ACCOUNT: z
    .string()
    .regex(/^\d{1,4}\/[\dX]{1,20}\/(CORRENTE|POUPANCA|PAGAMENTO)$/)
    .optional()
    .describe(
      'account that receives by Pix Automático, as agency/number/type (0001/1234567/PAGAMENTO; types: CORRENTE, POUPANCA, PAGAMENTO); subscriptions by Pix Automático are off when unset',
    ),
  PIX_EXPIRES_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(86_400)
    .default(900)
    .describe('life of a Pix code'),
  CIELO_BASE_URL: z
    .url()
    .optional()
    .describe('Cielo E-commerce 3.0, for boletos: https://api.cieloecommerce.cielo.com.br'),
  CIELO_QUERY_URL: z
    .url()
    .optional()
    .describe('where its sales are asked about: https://apiquery.cieloecommerce.cielo.com.br'),
  CIELO_MERCHANT_ID: z.string().optional(),
  CIELO_MERCHANT_KEY: z.string().optional(),
  CIELO_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret in the notification address entered at Cielo'),
  CIELO_BOLETO_PROVIDER: z
    .string()
    .default('Bradesco2')
    .describe("bank that registers boletos, in Cielo's words: Bradesco2, BancoDoBrasil2"),
  CIELO_MPI_URL: z
    .url()
    .optional()
    .describe(
      "where Cielo's 3-D Secure 2 is: https://mpi.braspag.com.br; its script runs in the wallet",
    ),
  CIELO_MPI_CLIENT_ID: z.string().optional().describe('credentials of 3-D Secure, from Cielo'),
  CIELO_MPI_CLIENT_SECRET: z.string().optional(),
  CIELO_MPI_ESTABLISHMENT: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .describe('EstablishmentCode: the shop at Cielo E-commerce 3.0'),
  CIELO_MPI_NAME: z
    .string()
    .min(1)
    .max(25)
    .optional()
    .describe("MerchantName: the shop's name as registered at Cielo"),
  CIELO_MPI_MCC: z
    .string()
    .regex(/^\d{4}$/)
    .optional()
    .describe('MCC: its category'),
  PICPAY_BASE_URL: z.url().optional().describe('PicPay e-commerce: https://appws.picpay.com'),
  PICPAY_TOKEN: z.string().optional().describe('x-picpay-token, sent by us'),
  PICPAY_SELLER_TOKEN: z
    .string()
    .min(8)
    .optional()
    .describe('x-seller-token, sent by PicPay with its notifications'),
  PAYPAL_BASE_URL: z
    .url()
    .optional()
    .describe('PayPal: https://api-m.paypal.com, or https://api-m.sandbox.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .optional()
    .describe('identifier of the webhook made once at PayPal; its address is kept current'),
  REDE_BASE_URL: z.url().optional().describe('e.Rede, for cards: https://api.userede.com.br/erede'),
  REDE_TOKEN_URL: z
    .url()
    .optional()
    .describe('where its tokens are given: https://api.userede.com.br/redelabs/oauth2/token'),
  REDE_CLIENT_ID: z.string().optional().describe("the shop's number (PV)"),
  REDE_CLIENT_SECRET: z.string().optional(),
  CARAT_BASE_URL: z
    .url()
    .optional()
    .describe('Carat (e-SiTef), for cards: https://esitef.softwareexpress.com.br/e-sitef/api'),
  CARAT_MERCHANT_ID: z.string().optional(),
  CARAT_MERCHANT_KEY: z.string().optional(),
  CARAT_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret in the notification address entered at Carat'),
  CARAT_CLIENT_CERT: z
    .string()
    .optional()
    .describe(
      'PEM file of the client certificate (mTLS), without which Carat takes no refunds from here',
    ),
  CARAT_CLIENT_CERT_KEY: z.string().optional().describe('PEM file of its key'),
  CIELO_SCREENING: flag
    .default(false)
    .describe("asks Cielo's fraud screen about card charges; only with a contract for it"),
  CARD_ACQUIRER: z
    .enum(['rede', 'cielo', 'carat'])
    .default('rede')
    .describe('who keeps and charges new cards; a card that was kept before stays where it is'),
  CARD_AUTHENTICATE_FROM_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      "card charges by their holder from this amount on are confirmed with the card's bank (3-D Secure); 0: all of them",
    ),
  CARD_UNAUTHENTICATED: z
    .enum(['refuse', 'charge'])
    .default('refuse')
    .describe(
      "what becomes of such a charge when the card's bank takes no part in 3-D Secure, or does not answer; after `charge` the platform answers for disputes",
    ),
  CARD_REVIEW_FROM_CENTAVOS: bounded('CARD_REVIEW_FROM_CENTAVOS')
    .default(25_000)
    .describe(
      'the money of card charges from this amount on, by people who never paid by card before, is locked until an administrator decides; an amount above every top-up leaves it to the acquirer',
    ),
  CARD_REVIEW_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(72)
    .describe('how long locked money waits for an administrator'),
  CARD_REVIEW_DEFAULT: z
    .enum(['refund', 'release'])
    .default('refund')
    .describe('what becomes of locked money without a decision in time'),
  CARD_STATEMENT_NAME: z
    .string()
    .regex(/^[A-Z0-9 *.-]{3,18}$/)
    .default('CAMARIM')
    .describe("what people read on their card's statement; said before they pay"),
  TOP_UP_MAX_CENTAVOS: z.coerce
    .number()
    .int()
    .min(50_000)
    .max(TOP_UP_CEILING_CENTAVOS)
    .default(200_000)
    .describe(
      'most that one top-up adds, by any method; the largest amount that is offered as a button is 50000, and cards have their limits by day and month beside it',
    ),
  CARD_DAY_MAX_CENTAVOS: bounded('CARD_DAY_MAX_CENTAVOS')
    .default(200_000)
    .describe('most that one person adds by card in a day of São Paulo'),
  CARD_MONTH_MAX_CENTAVOS: bounded('CARD_MONTH_MAX_CENTAVOS')
    .default(1_000_000)
    .describe('most that one person adds by card in thirty such days'),
  BOLETO_PIX: flag
    .default(false)
    .describe(
      'boletos carry a Pix code of the institution of PIX_BASE_URL, and are paid either way; it needs the scopes cobv.write cobv.read',
    ),
  BOLETO_BENEFICIARY: z
    .string()
    .min(3)
    .max(60)
    .optional()
    .describe('legal name of the company that boletos are paid to; printed on every slip'),
  BOLETO_BENEFICIARY_DOCUMENT: z
    .string()
    .regex(/^[0-9A-Z]{12}\d{2}$/)
    .optional()
    .describe('its CNPJ, 14 characters without punctuation'),
  BOLETO_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(3)
    .describe('days to pay a boleto in; it is due on the business day after them'),
  SANDBOX_PORT: port.default(0).describe('port of the local payment sandbox; PORT + 1 when 0'),
};
