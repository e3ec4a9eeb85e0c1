import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Keeps the notifications of this browser alive, and goes where a pressed one leads. Shows nothing. */
export function ToldInBrowser({ person }: { person: string }) {
  const { history } = useRouter();
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    void import('../api/push.ts').then(({ keepPush }) => {
      if (!isOver) stop = keepPush(person, (address) => history.push(address));
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [person, history]);
  return null;
}
