// /account/google, /account/facebook, /account/twitter: finishes the social log-in after the
// identity provider redirected back.
import { useEffect, useRef, useState } from 'react';
import { ShieldAlert } from 'lucide-react';
import { useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError, explainRefusal } from '../../../client/api/errors.ts';
import { takeReturn } from '../../../client/session/return-address.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { LoadingOverlay } from '../../../ui/overlays/LoadingOverlay.tsx';
import { AccountCard } from '../AccountCard.tsx';
import { enterSession } from '../queries.ts';
import { ProofForm } from '../second-factor/ProofForm.tsx';
import { finishLogIn, type SecondStepOffer } from '../second-factor/queries.ts';
import { IdentityForm } from './IdentityForm.tsx';
import {
  finishSocialLogIn,
  type ProviderCallback,
  type Provider,
  PROVIDER_TITLES,
  type RegistrationOffer,
} from './queries.ts';

export const meta = () => [
  { title: `${m.login()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

type Step =
  | { is: 'asking' }
  | { is: 'secondFactor'; offer: SecondStepOffer }
  | { is: 'registration'; offer: RegistrationOffer }
  | { is: 'failed'; why: string };

/**
 * The authorization response in the query; null when the person cancelled at the provider or opened
 * the page directly.
 */
const callbackIn = (search: string): ProviderCallback | null => {
  const query = new URLSearchParams(search);
  const [code, state, iss] = [query.get('code'), query.get('state'), query.get('iss')];
  return code && state ? { code, state, ...(iss && { iss }) } : null;
};

const stepAfter = (error: unknown): Step => {
  if (error instanceof ApiError && error.code === 'auth.secondFactorRequired')
    return { is: 'secondFactor', offer: error.data as SecondStepOffer };
  if (error instanceof ApiError && error.code === 'identity.registrationNeeded')
    return { is: 'registration', offer: error.data as RegistrationOffer };
  return { is: 'failed', why: explainRefusal(error) ?? m.network_failed() };
};

export default function ReturnPage() {
  const { pathname, search } = useLocation();
  const provider = pathname.slice('/account/'.length) as Provider;
  const [step, setStep] = useState<Step>({ is: 'asking' });
  const started = useRef(false);

  useEffect(() => {
    // An authorization code is valid once, even when React mounts the component twice.
    if (started.current) return;
    started.current = true;
    const answer = callbackIn(search);
    // Keeps the authorization code out of the browser's history.
    window.history.replaceState(window.history.state, '', pathname);
    if (!answer) {
      setStep({ is: 'failed', why: m.social_given_up() });
      return;
    }
    finishSocialLogIn(provider, answer).then(
      ({ user, linked }) =>
        linked
          ? window.location.replace('/settings/security')
          : enterSession({ user }, takeReturn()),
      (error: unknown) => setStep(stepAfter(error)),
    );
  }, [provider, pathname, search]);

  if (step.is === 'asking')
    return <LoadingOverlay text={m.social_coming_back({ provider: PROVIDER_TITLES[provider] })} />;
  if (step.is === 'secondFactor') {
    const { offer } = step;
    return (
      <AccountCard
        title={m.second_step_title()}
        intro={m.social_second_step({ provider: PROVIDER_TITLES[provider] })}
      >
        <ProofForm
          offer={offer}
          // A passkey challenge is valid once: starts again to get a new one.
          onSpent={() => setStep({ is: 'failed', why: m.passkey_failed() })}
          onProof={async (proof) =>
            enterSession((await finishLogIn({ ticket: offer.ticket, ...proof })).data, takeReturn())
          }
        />
      </AccountCard>
    );
  }
  if (step.is === 'registration') {
    return (
      <AccountCard
        title={m.social_register_title()}
        intro={m.social_register_text({ provider: PROVIDER_TITLES[provider] })}
      >
        <IdentityForm offer={step.offer} onDone={(made) => enterSession(made, takeReturn())} />
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.social_failed_title({ provider: PROVIDER_TITLES[provider] })}>
      <EmptyState
        icon={<ShieldAlert aria-hidden />}
        title={step.why}
        action={
          <ButtonLink variant="main" to="/?dialog=login" reloadDocument>
            {m.social_again()}
          </ButtonLink>
        }
      >
        {m.social_failed_text()}
      </EmptyState>
    </AccountCard>
  );
}
