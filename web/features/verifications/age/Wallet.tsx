// Waits for the answer of a wallet: links that open one on this device, or a code for another.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { renderSVG } from 'uqr';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import styles from './age.module.css';
import { sentenceOf } from './outcome.ts';
import { progressQuery } from './queries.ts';

type Link = { document: string; url: string };

const NAMES: Record<string, () => string> = {
  av: m.age_document_av,
  mdl: m.age_document_mdl,
  idPass: m.age_document_id_pass,
};
const nameOf = ({ document }: Link): string => NAMES[document]?.() ?? document;

/** One code at a time: a camera that sees two may read the wrong one. */
const Codes = ({ links }: { links: readonly Link[] }) => {
  const [chosen, setChosen] = useState(links[0]);
  if (!chosen) return null;
  return (
    <>
      {links.length > 1 && (
        <div role="group" aria-label={m.age_wallet_which()} className={styles.buttons}>
          {links.map((link) => (
            <Button
              key={link.document}
              small
              variant={link === chosen ? 'quiet' : 'line'}
              aria-pressed={link === chosen}
              onClick={() => setChosen(link)}
            >
              {nameOf(link)}
            </Button>
          ))}
        </div>
      )}
      <img
        className={styles.code}
        alt={m.age_wallet_code_of({ document: nameOf(chosen) })}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(chosen.url, { border: 4 }))}`}
      />
    </>
  );
};

export const Wallet = ({
  device,
  links,
  back,
  onAgain,
}: {
  device: 'same' | 'other';
  links: readonly Link[];
  /** The page to open once the gate is passed. */
  back: string;
  onAgain: () => void;
}) => {
  const { data, error } = useQuery(progressQuery({}));
  const outcome = data?.outcome;
  useEffect(() => {
    if (outcome === 'over') window.location.replace(back);
  }, [outcome, back]);
  const problem = error ? (explainRefusal(error) ?? m.network_failed()) : sentenceOf(outcome);
  if (problem)
    return (
      <>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onAgain}>{m.try_again()}</Button>
        </div>
      </>
    );
  return (
    <>
      <p className={styles.soft}>{device === 'same' ? m.age_wallet_open() : m.age_wallet_scan()}</p>
      {device === 'other' ? (
        <Codes links={links} />
      ) : (
        <div className={styles.buttons}>
          {links.map((link) => (
            <ButtonLink key={link.document} variant="line" to={link.url} reloadDocument>
              {nameOf(link)}
            </ButtonLink>
          ))}
        </div>
      )}
      <p role="status" className={styles.waiting}>
        <Spinner /> {m.age_wallet_waiting()}
      </p>
    </>
  );
};
