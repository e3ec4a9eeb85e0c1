import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { renew } from '../api/cache.ts';
import { Button, type ButtonProps } from '../kit/button.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';

/** Makes the sample project, and goes there. */
export function SampleButton({ look = 'plain' }: { look?: ButtonProps['look'] }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    // Most people never press it, and it stands on the first page of all.
    mutationFn: async () => (await import('./sample.ts')).makeSample(),
    onSettled: () => renew('/api/owner/projects'),
    onSuccess: (id) => void navigate({ to: `/p/${id}/overview` as never }),
  });
  return (
    <>
      <Button look={look} isPending={isPending} onPress={() => mutate()}>
        {t('guide.open_sample')}
      </Button>
      <ProblemNotice error={error} />
    </>
  );
}
