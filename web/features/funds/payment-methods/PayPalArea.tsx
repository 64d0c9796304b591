// PayPal's own button, for installations with a configured PayPal: the script loads with the
// method, the button renders after it.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call, newIdempotencyKey } from '../../../client/api/api.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Charge, TopUp } from '../queries.ts';
import styles from './payment-methods.module.css';

type Buttons = { render(into: HTMLElement): Promise<void>; close?(): Promise<void> };
type ApprovedOrder = { orderID: string };
type Sdk = {
  Buttons(options: {
    createOrder(): Promise<string>;
    onApprove(approved: ApprovedOrder): Promise<void>;
    onError(error: unknown): void;
  }): Buttons;
};
declare global {
  interface Window {
    paypal?: Sdk;
  }
}

/** Source: specification section 4. */
const DRAW_AFTER_MS = 500;

let loading: Promise<void> | null = null;
/** Loads the script once per page; a failed load may be retried. */
const loadSdk = (clientId: string): Promise<void> => {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.paypal.com/sdk/js?${new URLSearchParams({ 'client-id': clientId, currency: 'BRL', intent: 'capture' })}`;
    // Its styles are allowed by the nonce of the page only.
    script.dataset['cspNonce'] =
      document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading = null;
      reject(new Error('the script of PayPal did not load'));
    });
    document.head.append(script);
  });
  return loading;
};

type Props = { clientId: string; value: TopUp['value']; onCharge: (charge: Charge) => void };

export const PayPalArea = ({ clientId, value, onCharge }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');

  useEffect(() => {
    let buttons: Buttons | undefined;
    let gone = false;
    const failed = () => !gone && setState('failed');
    const orderId = newIdempotencyKey();
    const draw = async () => {
      if (gone || !window.paypal || !place.current) return failed();
      buttons = window.paypal.Buttons({
        createOrder: async () =>
          (await call('POST /funds/generatePaypalOrder', { body: { orderId, value } })).data.id,
        onApprove: async ({ orderID }) =>
          onCharge(
            (
              await call('POST /funds', {
                body: { paymentMethodKey: 'paypal', value, paypalPaymentData: { orderID } },
                idempotencyKey: newIdempotencyKey(),
              })
            ).data,
          ),
        onError: failed,
      });
      await buttons.render(place.current);
      if (!gone) setState('drawn');
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    loadSdk(clientId).then(() => {
      timer = setTimeout(() => void draw().catch(failed), DRAW_AFTER_MS);
    }, failed);
    return () => {
      gone = true;
      clearTimeout(timer);
      void buttons?.close?.();
    };
  }, [clientId, value, onCharge]);

  return (
    <div className={styles.form}>
      {state === 'loading' && <Skeleton shape="button" />}
      {state === 'failed' && (
        <p role="alert" className={styles.bad}>
          {m.paypal_failed()}
        </p>
      )}
      <div ref={place} />
    </div>
  );
};
