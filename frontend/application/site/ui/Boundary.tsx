import { Component, type ReactNode } from 'react';
import { reportError } from '../shell/report.ts';

/** What is below it broke while it was drawn: `fallback` stands there instead, the rest of the page goes on, and the log learns of it. */
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
