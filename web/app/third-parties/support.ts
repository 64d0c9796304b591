// The support chat: it receives the name of a signed-in viewer. Source:
// specification sections 4, 7 and 8.
import type { Centavos } from '@camarim/contract/money';
import type { User } from '../../client/session/session.ts';
import { loadScript } from '../../client/third-parties/load-script.ts';

/** What the chat learns of who is signed in; what is absent is not known or not so. */
export type SupportVisitor = {
  id: string;
  name: string;
  displayName: string;
  email: string;
  phone?: string;
  producer?: 'Sim';
  /** In reais, with two decimals. */
  balance: string;
};

/**
 * What the configured script defines as `window.camarimSupport` (docs/operations/third-parties.md).
 */
export type SupportWidget = { identify(visitor: SupportVisitor): unknown; reset(): unknown };

export const supportVisitorOf = (
  { id, email, profile }: User,
  balance: Centavos | number,
): SupportVisitor => ({
  id,
  name: profile.domainName,
  displayName: profile.exibitionName,
  email,
  ...(profile.celphone && { phone: profile.celphone }),
  ...(profile.producer && { producer: 'Sim' as const }),
  balance: (balance / 100).toFixed(2),
});

/**
 * Without a person the chat forgets whom it knew: that is also what logging out leads to, since it
 * loads the page again.
 */
export const startSupport = async (url: string, visitor: SupportVisitor | null): Promise<void> => {
  try {
    await loadScript(url);
    const { camarimSupport } = window as Window & { camarimSupport?: SupportWidget };
    if (!camarimSupport) throw new Error('window.camarimSupport is missing');
    await (visitor ? camarimSupport.identify(visitor) : camarimSupport.reset());
  } catch {
    // Reported to the console only.
    console.error('Falha ao vincular usuário suporte.');
  }
};
