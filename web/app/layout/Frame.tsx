// The default layout: header, page, footer, bars, dialogs and notices; nothing of it before the
// gate is passed.
import { type ReactNode, Suspense } from 'react';
import { EyeOff } from 'lucide-react';
import { useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { EagerPictures } from '../../ui/display/eager-pictures.ts';
import { Toasts } from '../../ui/overlays/Toasts.tsx';
import { gateOf } from '../access.ts';
import { DialogHost } from '../DialogHost.tsx';
import { AdultConsent } from '../gate/AdultConsent.tsx';
import { useGate } from '../gate/use-gate.ts';
import { CookieNotice } from '../gate/CookieNotice.tsx';
import { setPrivate, usePrivacy } from './privacy.ts';
import { useSession } from '../../client/session/session.ts';
import { Footer } from './Footer.tsx';
import styles from './Frame.module.css';
import { Header } from './Header.tsx';
import { lazyPart } from '../../client/load-part.ts';
import { ConfirmBanner } from '../../features/auth/index.ts';
import { Calls } from '../../features/lives/index.ts';
import { PolicyChanges } from '../../features/publics/index.ts';
import { LatePart } from '../../client/LatePart.tsx';

const NavBar = lazyPart(() => import('./NavBar.tsx'));

export const Frame = ({ children }: { children: ReactNode }) => {
  const { user } = useSession();
  const { pathname } = useLocation();
  const adult = useGate();
  const covered = usePrivacy();
  return (
    <>
      {!adult && <AdultConsent />}
      {/* Hidden, not only covered: no picture of it is fetched, nothing focused or read out before
          the gate is passed. */}
      <EagerPictures value={adult}>
        <div hidden={!adult} className={styles.frame}>
          <a href="#content" className={styles.skip}>
            {m.skip_to_content()}
          </a>
          <Header />
          <div className={styles.body}>
            {user && (
              <Suspense>
                <NavBar user={user} />
              </Suspense>
            )}
            <div className={styles.column}>
              {user && !user.emailConfirmed && (
                <div className={styles.reminder}>
                  <LatePart>
                    <ConfirmBanner email={user.email} />
                  </LatePart>
                </div>
              )}
              {adult && user && user.policyChanges.length > 0 && (
                <LatePart>
                  <PolicyChanges
                    changes={user.policyChanges}
                    enforced={['content', 'staff'].includes(gateOf(pathname))}
                  />
                </LatePart>
              )}
              <main id="content" tabIndex={-1} className={styles.main}>
                {children}
              </main>
              <Footer />
            </div>
          </div>
          <CookieNotice />
          {user && <Calls />}
        </div>
      </EagerPictures>
      {/* Logging in, registering and help need no proof of age. */}
      <DialogHost />
      <Toasts />
      {covered && (
        <button
          type="button"
          data-privacy-cover
          className={styles.cover}
          onClick={() => setPrivate(false)}
          autoFocus
        >
          <EyeOff aria-hidden />
          {m.privacy_reveal()}
        </button>
      )}
    </>
  );
};
