/**
 * Moves of a screen that come late: on leaving a box, after a pause in typing, after an answer of the server. The next screen may be in the address by then,
 * even while this one is still shown and waits for it. Such a move is dropped, since it would write a list's page onto a form's address, or pull the person
 * back.
 */
import { useCallback, useContext, useEffect, useRef } from 'react';
import { reactRouterProvider } from 'react-admin';
import {
  type NavigateOptions,
  type SetURLSearchParams,
  type To,
  UNSAFE_DataRouterContext,
  useHref,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';

/** Navigates as long as the address is still this screen's own. */
export function useOwnNavigate(): (to: To, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useWhileOwn((to: To, options?: NavigateOptions) => navigate(to, options));
}

/** react-router's search parameters, which are set as long as the address is still this screen's own. */
export function useOwnSearchParams(): [URLSearchParams, (...change: Parameters<SetURLSearchParams>) => void] {
  const [search, setSearch] = useSearchParams();
  return [search, useWhileOwn(setSearch)];
}

/** react-admin's way to the router; what it writes behind '?' stays on the list that it is about. */
export const routerProvider: typeof reactRouterProvider = {
  ...reactRouterProvider,
  useNavigate() {
    const navigate = reactRouterProvider.useNavigate();
    const own = useOwnNavigate();
    return useCallback(
      (...[to, options]: Parameters<typeof navigate>) => {
        if (typeof to === 'object' && to.pathname === undefined) own(to, options);
        else navigate(to, options);
      },
      [navigate, own],
    );
  },
};

/** The same move, for the life of the screen, that does nothing once another screen has the address. */
function useWhileOwn<A extends unknown[]>(move: (...args: A) => unknown): (...args: A) => void {
  const href = useHref(useLocation().pathname);
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const latest = useRef({ move, href });
  useEffect(() => {
    latest.current = { move, href };
  });
  return useCallback(
    (...args) => {
      // Where the router is or is going: React's own location is that of the screen still shown, and another move would cancel the one on its way.
      const { pathname } = router?.state.navigation.location ?? router?.state.location ?? location;
      if (new URL(latest.current.href, location.href).pathname === new URL(pathname, location.href).pathname) void latest.current.move(...args);
    },
    [router],
  );
}
