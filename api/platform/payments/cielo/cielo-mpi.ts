// Cielo's 3-D Secure 2 by its script in the page (MPI v2.1): a token for each authentication, and
// what the script's answer becomes in a sale.
import { z } from 'zod';
import type { AuthenticationScript } from '../cards/card-port.ts';
import { connectGateway } from '../gateway-http.ts';
import { type Authentication, GatewayError } from '../port.ts';

/** docs.cielo.com.br/ecommerce-cielo, "Criar o token de acesso". */
export type CieloMpi = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  establishmentCode: string;
  merchantName: string;
  mcc: string;
};

const CARDINAL = ['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com'] as const;

const SCRIPT = '/Scripts/BP.Mpi.3ds21.min.js';
/** Name of the test environment; the script needs to know it. */
const SANDBOX = /sandbox|^http:/;

const tokenSchema = z.object({ access_token: z.string().min(1) });

/** Fetches the token of one authentication. Throws GatewayError (`unknown`). */
export const openCieloMpi = (
  { baseUrl, clientId, clientSecret, establishmentCode, merchantName, mcc }: CieloMpi,
  timeoutMs: number,
) => {
  const http = connectGateway({ baseUrl, timeoutMs });
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return {
    // The script loads Cardinal's, which asks and shows frames of its own: help.trustpayments.com,
    // "Content Security Policy", names what it needs.
    origins: [new URL(baseUrl).origin, ...(baseUrl.startsWith('https:') ? CARDINAL : [])],
    begin: async (): Promise<AuthenticationScript> => {
      const { status, body } = await http.send({
        method: 'POST',
        path: '/v2/auth/token',
        headers: { authorization },
        json: { EstablishmentCode: establishmentCode, MerchantName: merchantName, MCC: mcc },
      });
      const token = tokenSchema.safeParse(body).data?.access_token;
      if (status >= 300 || token === undefined)
        throw new GatewayError('unknown', `Cielo gave no token for 3-D Secure (${status})`);
      return {
        url: `${new URL(baseUrl).origin}${SCRIPT}`,
        accessToken: token,
        environment: SANDBOX.test(baseUrl) ? 'SDB' : 'PRD',
      };
    },
    close: () => http.close(),
  };
};

/**
 * "Autorização com autenticação": the script's result is part of the sale. Without the bank's
 * participation only the ECI is sent, and the merchant is liable for disputes. The old redirect
 * (`ReturnUrl`) was 3DS 1.0, which is discontinued.
 */
export const authenticationOf = ({ result }: Authentication) =>
  result && {
    Authenticate: true,
    ExternalAuthentication: {
      ...(result.cavv !== null && { Cavv: result.cavv }),
      ...(result.xid !== null && { Xid: result.xid }),
      Eci: result.eci,
      Version: result.version,
      ReferenceId: result.referenceId,
    },
  };
