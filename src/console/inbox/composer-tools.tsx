import { Bold, Code, Italic, Link, Paperclip, Type, Zap } from 'lucide-react';
import { FileTrigger, Button as Plain } from 'react-aria-components';
import { IconButton } from '../kit/button.tsx';
import { t } from '../text/text.ts';
import css from './composer.module.css';
import type { Draft } from './drafts.ts';
import type { Mark } from './marks.ts';

const marks = { bold: Bold, italic: Italic, code: Code, link: Link } as const;

interface ToolsProps {
  draft: Draft;
  onMode(mode: 'reply' | 'note'): void;
  onFormat(isFormatted: boolean): void;
  onMark(mark: Mark): void;
  onFiles(files: Iterable<File>): void;
  onCanned(): void;
}

/** Reply or note, files, and bold and the like. */
export function ComposerTools({
  draft: { mode, isFormatted },
  onMode,
  onFormat,
  onMark,
  onFiles,
  onCanned,
}: ToolsProps) {
  return (
    <div className={css.tools}>
      <fieldset className={css.modes} aria-label={t('inbox.mode')}>
        {(['reply', 'note'] as const).map((each) => (
          <Plain
            key={each}
            className={css.mode ?? ''}
            aria-pressed={mode === each}
            onPress={() => onMode(each)}
          >
            {t(`inbox.mode_${each}`)}
          </Plain>
        ))}
      </fieldset>
      {mode === 'reply' && (
        <>
          <FileTrigger allowsMultiple onSelect={(files) => files && onFiles(files)}>
            <IconButton label={t('inbox.attach')}>
              <Paperclip size={16} />
            </IconButton>
          </FileTrigger>
          <IconButton label={t('inbox.canned')} onPress={onCanned}>
            <Zap size={16} />
          </IconButton>
          <IconButton
            label={t('inbox.formatting')}
            aria-pressed={isFormatted}
            onPress={() => onFormat(!isFormatted)}
          >
            <Type size={16} />
          </IconButton>
          {isFormatted &&
            (Object.keys(marks) as Mark[]).map((mark) => {
              const Icon = marks[mark];
              return (
                <IconButton key={mark} label={t(`inbox.mark_${mark}`)} onPress={() => onMark(mark)}>
                  <Icon size={16} />
                </IconButton>
              );
            })}
        </>
      )}
    </div>
  );
}
