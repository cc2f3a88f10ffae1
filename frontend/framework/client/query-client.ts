import { QueryClient } from '@tanstack/react-query';

/** The page's answers, for the screens and for what begins before them. The HTTP client makes the one second try that the specification asks for; this adds none. */
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } } });
