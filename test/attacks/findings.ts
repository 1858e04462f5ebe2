/**
 * Findings of reviews, each with the tests that cover it: `file: title`. The title may be a part of the test's title or
 * the title of its group. `test/findings.test.ts` checks that the tests exist; `npm run test:attacks` prints their results.
 */

export interface CoveringTest {
  /** The path from the root of the project. */
  readonly file: string;
  readonly title: string;
}

export interface Finding {
  readonly finding: string;
  readonly tests: readonly CoveringTest[];
}

const parseTest = (line: string): CoveringTest => {
  const [, name, title] = /^ {2}(\S+): (.+)$/.exec(line) ?? [];
  if (name === undefined || title === undefined) throw new Error(`expected "  file: title", got "${line}"`);
  return { file: `test/${name}.test.ts`, title };
};

const parseFindings = (text: string): readonly Finding[] =>
  text
    .trim()
    .split(/\n(?! )/)
    .map((lines) => {
      const [finding = '', ...tests] = lines.split('\n');
      return { finding, tests: tests.map(parseTest) };
    });

export const FINDINGS: Readonly<Record<string, readonly Finding[]>> = {
  'hostile input': parseFindings(`
a cloned repository runs code
  attacks/hostile-folders: a clone runs nothing: neither a pull nor the next shell
  attacks/hostile-folders: leads elsewhere
the journal is trusted
  attacks/hostile-folders: a journal with
a file name chosen by the service
  attacks/typed-input: is no path for an export or a sheet, by name or from stdin
  attacks/paths-and-shell-words: every command with untrusted paths and shell words
the key printed when a server reflects it
  attacks/reflected-keys: every command, when the service repeats the key
  attacks/refusals: in words that hold the key
foreign-owned state and code cache are used
  attacks/other-users: compiled code
  attacks/other-users: files and folders of toile
  attacks/other-users: accounts, where the platform keeps them
  attacks/other-users: names for completion
completion inside an opened quote runs a hostile name
  attacks/completion: Enter runs toile with the very name, or nothing
  attacks/completion: PowerShell: no character that it takes for a quote ends a word
commands printed to be copied hold unquoted service strings
  attacks/typed-input: names the purchase of a 402 unchanged, or not at all
  attacks/typed-input: creates the folder that was named:
  attacks/paths-and-shell-words: as values
resource exhaustion
  attacks/floods: streams it to the disk
  attacks/floods: a body without end
  attacks/floods: ends without a signal
  attacks/floods: SIGTERM ends it within a second
GET // to the loopback of login --web crashes toile
  auth/callback-server: the callback server opens the browser with one address only
diff reads through links in a pulled folder and prints what it finds
  attacks/hostile-folders: a file that leads to a secret
  attacks/hostile-folders: every file a link to a secret
the consent for paid requests is matched on the typed path
  attacks/unconfirmed-orders: no paid request leaves without consent, in any spelling
CSV for spreadsheets holds a live formula where two signs separate
  attacks/markup-and-formulas: as values: markup and formulas
  attacks/control-characters: markup among them
C1 in --debug, unseen signs on terminals, live Markdown, "open this:" for any page
  attacks/control-characters: as values
  attacks/markup-and-formulas: as values: markup and formulas
  attacks/interactive-commands: each command on a real terminal
  auth/sign-in-servers: is refused before a redirect or a request
  auth/sign-in-servers: a redirect of a tool server to
a dependency is a range without a shrinkwrap
  attacks/supply-chain: everything that users install is pinned to versions and digests
  attacks/supply-chain: the packed package contains the versions and digests
a key typed in the wrong place is echoed
  attacks/typed-input: is repeated by no command: as a word, as a flag, as the value of a flag
  attacks/typed-input: login says how to give it
help ci installs by a name that anybody may claim
  attacks/supply-chain: no text tells users to install the package by its name
login --web sends the old code again when asked a second time
  auth/sign-in-servers: opens the browser once more, with everything new except the client
  auth/sign-in-servers: ignores an answer of the first visit
  auth/callback-server: every visit gets its own response
logout does not revoke where the server offers only OIDC discovery
  auth/sign-in-servers: alone gets the sign-out
a passing fault of the token endpoint is called the end of the sign-in
  auth/sign-in-servers: a token endpoint with a failure
registration always asks for no authentication
  auth/sign-in-servers: client registration
no PKCE is accepted; short tokens are refreshed once a call; every login registers
  auth/sign-in-servers: is refused before a redirect or a request
  auth/sign-in-servers: are renewed once for all processes
  auth/sign-in-servers: registers once, and uses the registration later
  auth/sign-in-servers: explains what to do when the server allows no registration, and does it once
  auth/sign-in-servers: a sign-in that has ended
`),
  'guarantees that were already tested': parseFindings(`
redirects of the API and tricks with paths are refused
  service/client/request: never leaves the origin and prefix, for any path
  service/http/sockets: a redirect is refused without reading its endless body
downloads carry no credential
  service/http/download: are requested without credentials and without compression
  service/http/download: is followed through redirects, without credentials
plain http leaves this machine for nobody
  commands/sign-in: refuses a base address with
  auth/login-web: is a usage error
no key in argv, children or state
  e2e/secrets: the keychain is asked by a child process whose arguments and environment hold no secret, and which ends
  e2e/secrets: passes no secret to the programs that it starts, nor to messages about them
  attacks/reflected-keys: every command, when the service repeats the key
0600 in 0700
  e2e/secrets: keeps everything to its owner: 0600 in 0700
no download onto a link or a pipe
  service/http/partial-file: is never %s
  service/http/partial-file: does not replace a symbolic link that appeared meanwhile
no escape code in tables, TSV, CSV, errors and prompts
  attacks/control-characters: every command with untrusted control and invisible characters
  attacks/interactive-commands: each command on a real terminal
__proto__ and depth
  platform/json/lossless: keeps __proto__ as a member and leaves prototypes alone
  attacks/markup-and-formulas: as values: shapes
  attacks/floods: a body without end
entities are not expanded
  garment/drawing-layers: an entity is never expanded
  garment/drawing-layers: an external entity is not read
nothing runs on a sheet
  output/sheet/whole: loses no value, and makes no tag of one
  output/sheet/whole: loads nothing from outside, and has only its own styles
  output/sheet/second-language: shows a term as text alone, and changes nothing of the text before it
  output/sheet/drawing: is refused with the reason
  output/sheet/drawing: ten to the sixth times over
  output/sheet/drawing-paper: runs no script and loads nothing, with or without a content security policy
  attacks/markup-and-formulas: as values: markup and formulas
no name ends its quotes in Mermaid
  output/views/mermaid-graph: keeps a name inside its quotes, its line and its place
no javascript: is opened
  platform/system/open-browser: opening an address
zsh and fish complete the very name
  attacks/completion: Tab with untrusted names
no rebinding, no page from elsewhere, no smuggling into the sandbox
  sandbox/serve-sandbox: refuses host names of other machines, and pages of other sites
  sandbox/serve-sandbox: is refused without the secret of this run
state, Host and PKCE of login --web
  auth/login-web: is not disturbed by other requests to the callback address
  auth/sign-in-servers: is refused before a redirect or a request
refresh by many processes, no token used twice
  faults/sign-in: processes stay signed in through temporary failures, and signing out ends it
whatever is read is read within a budget of work
  platform/json/lossless: reads no more values than the limit of an answer
  output/workbook/read-xlsx: empty rows and cells count towards the limit
  output/workbook/read-xlsx: each part is read once, for any number of references
  service/http/download: a document of unknown size that never ends is stopped
  assistant/mcp/unanswered-calls: ends in time, with exit 3
  assistant/mcp/unanswered-calls: is not evaluated
  assistant/mcp/mcp-session: 5,000 levels
  rooms/ambiguous-regex: no regular expression takes more than linear time on untrusted text
a signal ends a busy process
  attacks/signals: a signal ends the process
`),
  security: parseFindings(`
another user reads a sign-in or checkout address from the process list
  e2e/process-arguments: during a sign-in with the browser
  e2e/process-arguments: when a checkout page is opened
  platform/system/open-browser: uses a page that only this user can read; no process has the address among its arguments
an output schema hangs tools call
  assistant/mcp/unanswered-calls: ends in time, with exit 3
  assistant/mcp/unanswered-calls: is not evaluated
a returned workbook of 8 kB hangs workbook read
  output/workbook/read-xlsx: empty rows and cells count towards the limit
  output/workbook/read-xlsx: each part is read once, for any number of references
  attacks/signals: a signal ends the process
files have no bound on the number of values
  platform/json/lossless: reads no more values than the limit of an answer, unless a limit is given
an older shared record is put back, and a fresh machine pays again
  service/shared-store/shared-orders: are refused after an older backup is restored, also when a person confirms needlessly
  service/shared-store/shared-orders: are refused when a single record was lost or restored
a remote connector makes toile POST to this machine
  auth/connector-addresses: a remote connector cannot make toile send anything to %s
  platform/host-names: is used if it is not on a nearer network than the server itself
diff --md is quadratic in blanks
  rooms/ambiguous-regex: no regular expression takes more than linear time on untrusted text
a document of unstated size is written without end
  service/http/download: a document of unknown size that never ends is stopped
  service/client/download: stops a document of unknown size that never ends
log commands of CI systems pass unchanged
  cli/github-actions: no line of an answer is a command: %j
  cli/github-actions: no line of an error is a command
a big number of a hostile engine keeps toile busy
  service/shared-store/engine-replies: are refused at once when they are %s
mcp serve passes the key to the assistant
  assistant/mcp/model-output: the program gives an assistant no secret and no invisible character that the service repeats
invisible characters reach a model
  assistant/mcp/model-output: contains no invisible character with a meaning: %s
a socket of another user is used
  service/shared-store/engine-access: a socket of another user is refused
a password goes to a remote engine in clear
  service/shared-store/engine-access: no password is sent unencrypted to another machine: %s
the child of TOILE_KEY_COMMAND inherits the password of the engine
  auth/key-sources: sees the account but no secret
  platform/escape: in a variable of toile is not passed to other programs
links nested in an export record stay in a manifest
  platform/escape: is removed from a record, because the link opens the document
a malformed percent escape in a resource URI is an internal error
  assistant/mcp/model-output: the program gives an assistant no secret and no invisible character that the service repeats
  assistant/mcp/model-output: cannot be decoded
a checkout address on any host is opened
  commands/checkout: a checkout page elsewhere is not opened, and always causes a warning: %s
pull follows a link that a clone brought
  collection/hostile-folders: a link to a folder that no pull has written is not followed: %s
a sparse file is hashed to its end
  commands/pull-and-stale: reads no file larger than any that was pulled, sparse files included
entries of the lock have no digest
  build/complete-lock: every package that is installed has a digest
on Windows a program is found in the working folder first
  platform/system/windows-programs: taskkill is taken from the folder of the system
  platform/system/windows-programs: on Windows no program is searched in the working folder
the action runs package scripts, and needs what macOS lacks
  e2e/github-action: adds toile to the PATH of the following steps
  e2e/github-action: accepts a digest in capitals, and uses no program that macOS runners lack
lines that stop log commands go to another stream than the answers
  cli/github-actions: no line of an answer is a command: %j
`),
  reliability: parseFindings(`
a 421 sends a paid request twice
  service/http/send-once: after an answer of any status, with connection: %s
  service/http/send-once: when an informational status precedes the answer: %i
  commands/techpack-wire: when the answer is %i
  e2e/single-orders: the built program sends a Tech Pack order once where %s
  commands/tools-consent: a call that answers %i is sent once
a shared record that was lost and grew back is taken for the old one
  service/shared-store/shared-orders: are refused after a restart until a person confirms the store
  service/shared-store/shared-orders: are refused after an older backup is restored, also when a person confirms needlessly
an answer is written to the shared record of another design
  service/shared-store/shared-orders: have the purchase id of their own design while another machine orders too
a refusal of a gateway counts as one of the service
  commands/techpack-wire: a %i of a gateway is not a refusal of the service
  service/tech-packs/order-outcome: with %i of a gateway has an unknown outcome
a rotated key finds no shared record
  service/shared-store/shared-orders: are found with another key of the same caller, and not by another caller
diff reports as removed what an unfinished pull lacks
  commands/pull-and-stale: lacks designs and files, which is not a change: diff %s %s
  commands/pull-and-stale: is reported by %s, on stderr and in JSON
pull --max-requests repeats the same requests for ever
  collection/resume: : each pull continues, and nothing is requested twice
a status answer about another purchase is believed
  commands/techpack-again: saves nothing of an answer about another %s
  service/tech-packs/order-outcome: %i about another design is not accepted for this one
a request with another body gets the earlier pack without a word
  commands/techpack-body: asks on a terminal, also with --yes, and sends only after yes
  commands/techpack-body: is the same request, however the body was typed
a frozen process overwrites a newer record
  platform/system/lock-takeover: a process that was suspended until its lock was taken over writes nothing
  platform/system/lock-takeover: also if it was suspended after its last check of the lock: the new holder removed its temporary file
a shared record above 1 MiB refuses for ever
  long/shared-cost: 100,000 requests in a store do not delay the next one
the redactor rewrites a stored record
  service/tech-packs/order-records: ids and addresses are stored unchanged, and free texts of the service without secrets
a record that cannot be read after the answer is silence
  service/tech-packs/order-records: is an error when the file cannot be read
  commands/techpack-again: an answer that cannot be recorded is an error with the purchase id
  service/shared-store/shared-orders: are an error with their purchase id when the engine is emptied during an order
a 202 without a body hangs tools ls
  assistant/mcp/unanswered-calls: ends in time, with exit 3
a tool that buys is called without consent and record
  commands/tools-consent: a tool that is not one of the five is called with consent, once, and again only with --again
an evicting engine gets only a note
  service/shared-store/shared-orders: are refused while the engine may evict records (%s)
of two designs with one GARM id the first is bought
  commands/techpack-body: a garment id of two designs
digest headers are ignored
  service/http/download: are checked against the digest of the answer: %o
  service/client/download: checks the document against the digest of the answer
the rate ledger follows the wall clock
  service/rate-limit/rate-limiter: counts the same when the clock is set back by %i ms
  service/rate-limit/rate-limiter: counts requests that another process sent before the clock was set back from now on
one purchase in two records leaves one open for ever
  service/tech-packs/order-records: is written to every record of one purchase
a bit flip in a record leads to another payment
  service/tech-packs/order-records: detects any single flipped bit, which then refuses or changes nothing
a failed sync of a folder is swallowed
  platform/system/replace-file: a folder that the disk cannot sync is an error for purchases
parents of a new state folder are not synced
  platform/system/replace-file: the folders above it are synced too
`),
  'rules without a test': parseFindings(`
--again asks before it sends
  commands/techpack-consent: techpack request --again
  commands/techpack-consent: asks on a terminal, and sends after yes
an order waits for the consent
  commands/techpack-consent: asks on a terminal, and sends after yes
  commands/techpack-consent: sends nothing after %s
Ctrl-C between consent and record sends nothing
  commands/techpack-consent: %s between consent and record sends nothing
an answer is not lost with its record
  commands/techpack-again: an answer that cannot be recorded is an error with the purchase id
every secret of a text is hidden
  platform/escape: %s, once or twice in a text, in either order
encoded secrets are hidden
  platform/escape: 'percent-encoded in lower case'
  platform/escape: 'base64url behind a name'
state files are redacted
  platform/state/no-secrets: a file of state contains no secret
  platform/state/no-secrets: no stored file contains a secret that the service repeats
a renewed token is kept
  auth/token-refresher: where the old one is too old to be sent
  auth/token-refresher: where the service refuses the old one to a second process
a change of sign is a change
  garment/compare: a sign of a number with many places
long numbers are compared by every digit
  garment/compare: the last of more digits than a double has
nodes that share an id are all compared
  garment/compare: compares each of several nodes with the same id
a value too large for a part keeps its state
  assistant/service-tools/part-result: a value that is larger than a part is named, and no state is cut from it
what is not stated beside the nodes is named
  garment/read-once: unstated values outside nodes are named
a folder has one owner, null is none
  commands/pull-and-stale: refuses a folder of another user, as pull does
a list that was not read to its end proves no removal
  collection/remove-gone: a list without a last page that has more
pull NAME --delete considers that design alone
  collection/remove-gone: a design that is not named, whatever the list leaves out
--since misses no design
  collection/pull: --since has each design from that date on, with
a short write is gone on with
  platform/directory-tree: a write that takes only a part is continued
an opened file is looked at again
  platform/directory-tree: a file that changes between the check and the opening
a crash loses nothing that a folder says it holds
  collection/crash: every file that the manifest names exists, wherever a pull is killed
  collection/crash: a removal that is killed loses nothing, and the next pull completes it
pack.ready is true and nothing else
  commands/techpack-again: ignores pack.ready: %j
open purchases stay in the shared record
  service/shared-store/shared-orders: are stored as long as they are open
comments beside cells are named
  output/workbook/workbook-answers: a comment is named with its cell
a body that was not pulled does not count 0
  commands/season: reports what was not pulled as unknown, not as 0
a state that occurs once is counted
  garment/read-once: a state that occurs once is counted beside the others
  commands/season: counts a state that occurs once, also an unknown one
no list of questions is not none open
  commands/season: treats a body without a list of questions as unknown
408 ends with 3
  cli/explain: a %i of the service ends with %i
the state folder is closed to others
  platform/system/replace-file: a new folder of state is closed to other users:
a zombie holds no lock
  platform/system/folder-lock: that has ended counts as gone although the process table still lists it
file names are names on every system
  platform/escape: is a device of Windows and not valid
  platform/escape: leads to no other folder, on any system
  platform/escape: repeated many times is shortened to 255 bytes
1e-7 stays 1e-7
  platform/json/lossless: unchanged
a spare is not part of a cost
  commands/trims: does not count a spare or a share as part of one garment
`),
};
