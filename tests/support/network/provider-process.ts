/** `tsx provider-process.ts '{"people", "clientId", "clientSecret"}'`: listens on a free port of this machine until it is ended, and keeps nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { People } from './provider.ts';

const { people, clientId, clientSecret } = JSON.parse(process.argv[2] ?? '{}') as { people: People; clientId: string; clientSecret: string }; // written by runProvider

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a port, for it listens on one
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // A native client's way back is any port of this machine: the server under test has none before it knows this one's.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/api/auth/oidc/return'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    cookies: { keys: ['of the tests only'] },
  });
  server.on('request', provider.callback());
  console.log(`provider at ${issuer}`);
});
