import { useNavigate } from '@tanstack/react-router';

/** Goes to the other environment on the same page; it is kept in the address. */
export function useTurnTo(): (environment: 'live' | 'sandbox') => void {
  const navigate = useNavigate();
  return (environment) =>
    void navigate({
      to: '.',
      search: (({ env: _, ...search }: Record<string, unknown>) =>
        environment === 'sandbox' ? { ...search, env: environment } : search) as never,
    });
}
