/** The signature of an address of the store, by the example that AWS publishes. */
import { expect, it } from 'vitest';
import { presignedGet } from '#framework/files/presign.ts';

const signed = {
  url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
  region: 'us-east-1',
  credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  seconds: 86_400,
  at: Date.parse('2013-05-24T00:00:00Z'),
};

it('C04 an address of the store is signed as AWS’s own example is', () => {
  expect(presignedGet(signed)).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

it('C04 what the store is to answer with is part of what is signed', () => {
  const one = presignedGet({ ...signed, answer: { 'response-content-disposition': "inline; filename*=UTF-8''a'b" } });
  expect(one).toContain('response-content-disposition=inline%3B%20filename%2A%3DUTF-8%27%27a%27b');
  expect(one).not.toContain('aeeed9bb');
  expect(presignedGet({ ...signed, credentials: { ...signed.credentials, sessionToken: 'role' } })).toContain('X-Amz-Security-Token=role');
});
