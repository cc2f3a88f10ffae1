/** Colours of the states of a schema file. */
export const stateColors = { serving: 'green', waiting: 'orange', quarantined: 'red' } as const;
