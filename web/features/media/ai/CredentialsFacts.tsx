// What files say of themselves by their Content Credentials (C2PA), which are not verified.
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatBytes } from '../../../ui/display/formats.ts';

type Credentials = {
  /** The path of a file in an archive. */
  name: string | null;
  bytes: number;
  manifest: string | null;
  summary: {
    generator: string | null;
    actions: readonly string[];
    sourceTypes: readonly string[];
  } | null;
};

const CredentialsFacts = ({
  credentials: { name, bytes, manifest, summary },
  className,
}: {
  credentials: Credentials;
  className: string | undefined;
}) => {
  const facts: [string, string][] = [
    ...(summary?.generator
      ? [[m.credentials_generator(), summary.generator] as [string, string]]
      : []),
    ...(summary && summary.actions.length > 0
      ? [[m.credentials_actions(), summary.actions.join(', ')] as [string, string]]
      : []),
    ...(summary && summary.sourceTypes.length > 0
      ? [[m.credentials_source(), summary.sourceTypes.join(', ')] as [string, string]]
      : []),
    [
      m.credentials_manifest(),
      manifest === null && name === null
        ? m.credentials_not_kept({ size: formatBytes(bytes) })
        : formatBytes(bytes),
    ],
  ];
  return (
    <>
      {name !== null && (
        <p>
          <b>{name}</b>
        </p>
      )}
      <DescriptionList items={facts} {...(className && { className })} />
      <p>{summary ? m.credentials_unverified() : m.credentials_damaged()}</p>
    </>
  );
};

/** Credentials of the file itself, or of each file of an archive that came with some. */
export const CredentialsList = ({
  credentials,
  className,
}: {
  credentials: readonly Credentials[];
  className?: string | undefined;
}) =>
  credentials.map((one, index) => (
    <CredentialsFacts key={index} credentials={one} className={className} />
  ));
