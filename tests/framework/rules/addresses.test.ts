import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#rules/addresses.ts';

/** The ranges as Node's own matcher reads them: another program's judgement of the same lists. */
const closed = new BlockList();
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16',
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' ')))
  closed.addSubnet(range.split('/')[0]!, Number(range.split('/')[1]), 'ipv4');
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, bits, 'ipv6');

const four = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'));
/** Near the ranges' edges more often than chance would have it. */
const edges = fc.oneof(
  four,
  fc
    .tuple(fc.constantFrom('10', '100.63', '100.64', '100.127', '100.128', '127', '169.254', '172.15', '172.16', '172.31', '172.32', '192.168', '198.19'), four)
    .map(([head, rest]) => [...head.split('.'), ...rest.split('.')].slice(0, 4).join('.')),
);
const group = fc.nat(0xffff).map((value) => value.toString(16));
const six = fc.oneof(
  fc.array(group, { minLength: 8, maxLength: 8 }),
  fc
    .tuple(
      fc.constantFrom('2001', '2002', '2000', '3fff', '3ffe', '2606', 'fe80', 'fc00', 'fd12', 'ff02', '0', '4000'),
      fc.array(group, { minLength: 7, maxLength: 7 }),
    )
    .map(([head, rest]) => [head, ...rest]),
);

describe('addresses that the server may connect to', () => {
  it('V20 IPv4: none that is private, local, shared, reserved for documents or multicast', () => {
    fc.assert(
      fc.property(edges, (address) => isPublicAddress(address) === !closed.check(address, 'ipv4')),
      { numRuns: 3_000 },
    );
  });

  it('V20 IPv6: only assigned addresses, however they are written', () => {
    fc.assert(
      fc.property(six, (groups) => {
        const whole = groups.join(':');
        const expected = open6.check(whole, 'ipv6') && !closed6.check(whole, 'ipv6');
        // As browsers write it, with its longest run of noughts left out.
        const short = new URL(`http://[${whole}]/`).hostname.slice(1, -1);
        return isPublicAddress(whole) === expected && isPublicAddress(short) === expected && isPublicAddress(whole.toUpperCase()) === expected;
      }),
      { numRuns: 3_000 },
    );
  });

  it('V20 an IPv4 address written as IPv6 is judged as IPv4', () => {
    fc.assert(
      fc.property(edges, fc.constantFrom('::ffff:', '0:0:0:0:0:ffff:', '64:ff9b::'), (address, prefix) => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]; // four of them
        const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        return isPublicAddress(prefix + address) === isPublicAddress(address) && isPublicAddress(prefix + groups) === isPublicAddress(address);
      }),
    );
  });

  it.each([
    '::',
    '::1',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '64:ff9b:1::1',
    '2001::1',
    '169.254.169.254',
    '255.255.255.255',
    '0.0.0.0',
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '0x08.8.8.8',
    '256.1.1.1',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '2606:4700::g',
    '::ffff:300.1.1.1',
  ])('V20 %j is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2400:cb00:2048:1::c629:d7a2', '::ffff:8.8.8.8'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
