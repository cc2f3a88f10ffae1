import { Component, type ReactNode } from 'react';
import { reportError } from '../shell/report.ts';

/** Where something inside it crashes, `fallback` is shown instead, the rest of the page goes on, and the crash is reported to the log. */
export class Boundary extends Component<{ fallback: () => ReactNode; children?: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }
  override componentDidCatch(error: unknown): void {
    void reportError(error, location.pathname);
  }
  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback() : this.props.children;
  }
}
