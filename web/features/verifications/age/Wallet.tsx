// Waits for the answer of a wallet: links that open one on this device, or a code for another.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { renderSVG } from 'uqr';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
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

const Code = ({ link }: { link: Link }) => (
  <figure>
    <img
      className={styles.code}
      alt={m.age_wallet_code()}
      src={`data:image/svg+xml,${encodeURIComponent(renderSVG(link.url, { border: 4 }))}`}
    />
    <figcaption className={styles.soft}>{nameOf(link)}</figcaption>
  </figure>
);

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
        links.map((link) => <Code key={link.document} link={link} />)
      ) : (
        <div className={styles.buttons}>
          {links.map((link) => (
            <a key={link.document} href={link.url}>
              {nameOf(link)}
            </a>
          ))}
        </div>
      )}
      <p role="status" className={styles.soft}>
        <Spinner /> {m.age_wallet_waiting()}
      </p>
    </>
  );
};
