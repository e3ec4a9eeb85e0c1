import { useState } from 'react';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { CopyText } from '../kit/copy.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Badge, Empty, Notice } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t, word } from '../text/text.ts';
import css from './methods.module.css';
import { useVersions, type Version } from './methods.ts';
import { type CodeLanguage, languageNames, languages, sampleIn } from './samples.ts';

interface ChosenVersionProps {
  slug: string;
  /** Only those that can be called. */
  isCallable?: boolean;
  children(version: Version): React.ReactNode;
}

/** A version, the newest unless the address names another one. */
export function ChosenVersion({ slug, isCallable = false, children }: ChosenVersionProps) {
  const versions = useVersions(slug);
  const [search, change] = useAddress();
  return (
    <Loaded from={versions}>
      {({ items }) => {
        const offered = isCallable ? items.filter(({ retired_at }) => retired_at === null) : items;
        const wanted = wordAt(search, 'version');
        const version = offered.find((each) => String(each.version) === wanted) ?? offered[0];
        if (!version) return <Empty title={t('methods.unpublished')} text={t('methods.unpublished_text')} />;
        return (
          <div className={css.parts}>
            {offered.length > 1 && (
              <Select
                label={t('methods.which')}
                options={offered.map((each) => [
                  String(each.version),
                  t('methods.version', { version: each.version }),
                ])}
                value={String(version.version)}
                onChange={(next) => change({ version: next })}
              />
            )}
            {children(version)}
          </div>
        );
      }}
    </Loaded>
  );
}

/** What a caller has to know of a version: its address, what it takes and gives, and calls in four languages. */
export const Contract = ({ slug }: { slug: string }) => (
  <ChosenVersion slug={slug}>
    {(version) => (
      <>
        {version.retired_at && <Notice look="warn">{t('methods.retired_text')}</Notice>}
        <Section
          title={t('methods.address')}
          acts={
            <ToPage to="keys" look="plain">
              {t('methods.keys')}
            </ToPage>
          }
        >
          <CopyText text={`POST ${location.origin}${version.url}`} label={t('methods.address')} />
          <p>{t('methods.address_text')}</p>
          <CopyText text={`${location.origin}${version.contract_url}`} label={t('methods.openapi')} />
        </Section>
        <Section title={t('methods.input')}>
          {version.input.length === 0 ? (
            <p>{t('methods.no_input')}</p>
          ) : (
            <Rows label={t('methods.input')}>
              {version.input.map((field) => (
                <Row
                  key={field.name}
                  title={<code>{field.name}</code>}
                  about={aboutField(field)}
                  end={field.required && <Badge>{t('methods.needed')}</Badge>}
                />
              ))}
            </Rows>
          )}
        </Section>
        <Section title={t('methods.result')}>
          {version.result === null ? (
            <p>{t('methods.no_result')}</p>
          ) : (
            <Rows label={t('methods.result')}>
              {version.result.map(({ name, type, description }) => (
                <Row
                  key={name}
                  title={<code>{name}</code>}
                  about={[word('field_type', type), description].filter(Boolean).join(' · ')}
                />
              ))}
            </Rows>
          )}
        </Section>
        <Samples version={version} />
      </>
    )}
  </ChosenVersion>
);

/** The type of a field, what it is for, and its limits. */
function aboutField(field: Version['input'][number]): string {
  const least = field.min_length ?? field.minimum ?? field.min_items;
  const most = field.max_length ?? field.maximum ?? field.max_items;
  return [
    word('field_type', field.type),
    field.description,
    least !== undefined && t('methods.at_least', { value: least }),
    most !== undefined && t('methods.at_most', { value: most }),
    field.pattern !== undefined && t('methods.has_pattern', { pattern: field.pattern }),
    field.enum !== undefined && t('methods.one_of', { values: field.enum.join(', ') }),
    field.default !== undefined && t('methods.otherwise', { value: JSON.stringify(field.default) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Samples({ version }: { version: Version }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  return (
    <Section
      title={t('methods.code')}
      acts={
        <fieldset className={css.languages} aria-label={t('methods.language')}>
          {languages.map((each) => (
            <Button
              key={each}
              look={each === language ? 'plain' : 'quiet'}
              aria-pressed={each === language}
              onPress={() => setLanguage(each)}
            >
              {languageNames[each]}
            </Button>
          ))}
        </fieldset>
      }
    >
      <p>{t('methods.code_text')}</p>
      <Code label={languageNames[language]} text={sampleIn(language, location.origin, version)} />
    </Section>
  );
}
