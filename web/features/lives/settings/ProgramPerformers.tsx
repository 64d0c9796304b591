// Who appears in the shows that my programs open, declared beforehand, and who of them may not.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { PerformerPicker } from '../../verifications/index.ts';
import { programPerformersQuery, useDeclareProgramPerformers } from './queries.ts';
import styles from './settings.module.css';

/** The sentence on why a program opens no show now. */
export const MissingConsent = () => {
  const { data: performers = [] } = useQuery(programPerformersQuery());
  return performers
    .filter(({ mayAppear }) => !mayAppear)
    .map(({ id, stageName }) => (
      <NoticeBox key={id}>
        <p>{m.ingest_consent_missing({ name: stageName })}</p>
      </NoticeBox>
    ));
};

export const ProgramPerformers = () => {
  const { data: performers } = useQuery(programPerformersQuery());
  const declare = useDeclareProgramPerformers();
  /** Undefined until something is chosen. */
  const [chosen, setChosen] = useState<readonly string[] | null>();
  if (!performers) return null;
  const declared = performers.length === 0 ? null : performers.map(({ id }) => id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    declare.mutate(chosen ?? [], { onSuccess: () => setChosen(undefined) });
  };
  return (
    <form className={styles.part} onSubmit={submit}>
      <MissingConsent />
      <PerformerPicker
        chosen={chosen === undefined ? declared : chosen}
        onChange={setChosen}
        aloneHint={m.ingest_alone_hint()}
        error={declare.error ? explainRefusal(declare.error) : undefined}
      />
      <div>
        <Button
          type="submit"
          variant="line"
          loading={declare.isPending}
          disabled={chosen === undefined || chosen?.length === 0}
        >
          {m.ingest_declare()}
        </Button>
      </div>
    </form>
  );
};
