# fish completion of toile, made from its command table.

function __toile_next --argument-names place
    switch "$place"
        case ''
            printf '%s\t%s\n' \
                'login' 'Check a key with the service and keep it in the OS keychain' \
                'logout' 'Forget the key, everywhere toile put it' \
                'me' 'Show who the key belongs to, its plan and scopes, and where it came from' \
                'quota' 'Show how much of the rate limit is used, as counted here' \
                'accounts' 'ls, use' \
                'designs' 'ls' \
                'graph' 'Show the garment graph: every value with its provenance' \
                'brief' 'Show the tailor brief: what a cutter reads before starting' \
                'trust' 'Show the Design Trust counts, as the service derives them' \
                'confirmations' 'List the unresolved confirmations; none of them blocks a sample or a quotation' \
                'sheet' 'Write a garment as one page to print and send to a factory' \
                'workbook' 'write, read' \
                'export' 'Export construction documents and download them' \
                'techpack' 'request, status, ls, forget' \
                'shared' 'init' \
                'pull' 'Mirror your designs into a folder, as text that git can compare' \
                'diff' 'Say what changed between two garments, files or folders: values and their provenance' \
                'stale' 'Say which pulled files no longer match the live graph' \
                'values' 'Show values of many garments, by field, state or text' \
                'season' 'Count what is stated and asked in each pulled design' \
                'trims' 'Join the same material or trim across pulled designs' \
                'tour' 'Read a garment on the sandbox, step by step; needs no key and no network' \
                'sandbox' 'start, run, status, pay, advance, scenario, reset' \
                'api' 'Send a request to any route, with the key, to the configured address only' \
                'tools' 'ls, call' \
                'mcp' 'serve, config' \
                'skill' 'print' \
                'config' 'ls, get, set, unset' \
                'commands' 'Say all that is known of every command, as data' \
                'doctor' 'Check the setup and suggest fixes' \
                'completion' 'Print the script that completes toile in a shell' \
                'help' 'Explain a command or a topic'
        case 'accounts' 'commands accounts' 'help accounts'
            printf '%s\t%s\n' \
                'ls' 'List the accounts that were signed in to; the current one is marked' \
                'use' 'Make an account the current one'
        case 'designs' 'commands designs' 'help designs'
            printf '%s\t%s\n' \
                'ls' 'List your designs, newest first'
        case 'workbook' 'commands workbook' 'help workbook'
            printf '%s\t%s\n' \
                'write' 'Write a workbook (.xlsx) to print and fill in' \
                'read' 'Show what came back in a workbook'
        case 'techpack' 'commands techpack' 'help techpack'
            printf '%s\t%s\n' \
                'request' 'Request a Tech Pack of a design; it may cost money' \
                'status' 'Show how far a Tech Pack is; wait for it, fetch its PDF' \
                'ls' 'List the Tech Packs that were requested from here' \
                'forget' 'Forget a request that was made from this machine, or records that cannot be read'
        case 'shared' 'commands shared' 'help shared'
            printf '%s\t%s\n' \
                'init' 'Give the store of TOILE_SHARED an id, and print the value to set'
        case 'sandbox' 'commands sandbox' 'help sandbox'
            printf '%s\t%s\n' \
                'start' 'Serve the sandbox on this machine until Ctrl-C' \
                'run' 'Run a program against a sandbox that starts and ends with it' \
                'status' 'Show what the sandbox remembers: the one that runs, or the embedded one' \
                'pay' 'Pay for a Tech Pack in the sandbox, as its checkout page does' \
                'advance' 'Move the sandbox\'s clock ahead: links expire, packs get ready, limits pass' \
                'scenario' 'Choose what goes wrong in the sandbox from now on' \
                'reset' 'Make the sandbox forget all that was done in it: the one that runs, or the embedded one'
        case 'tools' 'commands tools' 'help tools'
            printf '%s\t%s\n' \
                'ls' 'List the tools of the service\'s tool server, and what each takes' \
                'call' 'Call a tool of the service\'s tool server, and show the answer as the reads do'
        case 'mcp' 'commands mcp' 'help mcp'
            printf '%s\t%s\n' \
                'serve' 'Serve the five tools to an assistant on this machine, over stdin and stdout' \
                'config' 'Show how to register the tools with an assistant'
        case 'skill' 'commands skill' 'help skill'
            printf '%s\t%s\n' \
                'print' 'Print what a coding assistant needs to know of toile'
        case 'config' 'commands config' 'help config'
            printf '%s\t%s\n' \
                'ls' 'List what toile remembers' \
                'get' 'Show one setting as it holds now' \
                'set' 'Remember a choice for every command' \
                'unset' 'Forget a choice'
        case 'config set'
            printf '%s\t%s\n' \
                'account' 'the account whose key and address are used' \
                'accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                'pager' 'turns pages on a terminal: a program, or cat for none' \
                'rate' 'the rate limit to keep within, such as 300/5m' \
                'max-wait' 'longest time that a command may wait, such as 90s or 5m' \
                'shared' 'the engine that machines with one key share; its password stays in TOILE_SHARED_PASSWORD'
        case 'commands' 'help'
            printf '%s\t%s\n' \
                'accounts' 'ls, use' \
                'designs' 'ls' \
                'workbook' 'write, read' \
                'techpack' 'request, status, ls, forget' \
                'shared' 'init' \
                'sandbox' 'start, run, status, pay, advance, scenario, reset' \
                'tools' 'ls, call' \
                'mcp' 'serve, config' \
                'skill' 'print' \
                'config' 'ls, get, set, unset'
    end
end

function __toile_flags --argument-names place
    switch "$place"
        case ''
            printf '%s\t%s\n' \
                '--version' 'Print the version'
        case 'login'
            printf '%s\t%s\n' \
                '--with-key' 'read the key from stdin' \
                '--web' 'sign in by the browser, at the connector' \
                '--connector-url' 'with --web: the address of the connector' \
                '--client-id' 'with --web: the id that a connector knows toile by, if it does not register new clients' \
                '--mcp-url' 'address of the service\'s tool server' \
                '--insecure-storage' 'keep the key in a file that only you can read, instead of the keychain'
        case 'me'
            printf '%s\t%s\n' \
                '--offline' 'which key would be used, for which address; nobody is asked'
        case 'designs ls'
            printf '%s\t%s\n' \
                '--limit' 'stop after N designs, over as many pages as it takes' \
                '--all' 'every page' \
                '--before' 'go on after a cursor that an earlier list ended with' \
                '--search' 'only names, categories and ids that contain TEXT, in either case' \
                '--category' 'only this garment category, in either case' \
                '--minted' 'only designs with a permanent GARM identity' \
                '--since' 'only designs created on or after DATE, or within 7d'
        case 'graph'
            printf '%s\t%s\n' \
                '--profile' 'whom it is for; the service takes technical_designer when nothing is said' \
                '--kind' 'only nodes of this kind; several with commas' \
                '--all' 'every node and every member, however many' \
                '--view' 'how it is laid out; follows the profile when nothing is said' \
                '--format' 'the relations as a Mermaid flowchart' \
                '--rows' 'a row a node: bom, pom, cut, seams, labels, colourways, sizes, or the nodes of a KIND' \
                '--state' 'only values of these states, with why and confidence: inferred,unstated; none for no state given'
        case 'brief'
            printf '%s\t%s\n' \
                '--all' 'members that the view leaves out, too' \
                '--state' 'only values of these states, with why and confidence: inferred,unstated; none for no state given'
        case 'trust'
            printf '%s\t%s\n' \
                '--all' 'members that the view leaves out, too'
        case 'confirmations'
            printf '%s\t%s\n' \
                '--all' 'members that the view leaves out, too' \
                '--view' 'one by one with what was offered, or a checklist by department' \
                '--state' 'only questions about values of these states: inferred,unstated; none for no state given'
        case 'sheet'
            printf '%s\t%s\n' \
                '--output' 'a file, a folder, or - for stdout' \
                '--profile' 'whom it is for; the service takes technical_designer when nothing is said' \
                '--only' 'only these parts, with commas: materials, cutting, sewing, measuring, labels, other, facts, brief, trust, questions, not-stated' \
                '--kind' 'of nodes only those of this kind; several with commas' \
                '--no-trust' 'without the counts of Design Trust' \
                '--all' 'members without a state too, and a drawing of every piece however many there are' \
                '--since' 'a first page of what changed, and a bar beside each value that did: since a file, a pulled folder or an id, as toile diff reads them' \
                '--drawing' 'the drawing on a page of its own, tied to the rows of its nodes: fetch for one export of the construction document, or a file.svg' \
                '--lang' 'a second language behind the English of the sheet; values, codes and units stay as they are' \
                '--terms' 'your own words for the texts of a garment: CSV or TSV, a text and its translation on each line' \
                '--terms-missing' 'print what has no word in that language, as such a file, and write no page' \
                '--open' 'show it in the browser, from where it can be printed' \
                '--clobber' 'replace a file that is there' \
                '--skip-existing' 'leave a file that is there, and ask the service for nothing'
        case 'workbook write'
            printf '%s\t%s\n' \
                '--output' 'a file, a folder, or - for stdout' \
                '--profile' 'whom it is for; the service takes technical_designer when nothing is said' \
                '--rounds' 'rounds of measuring, an empty column each: proto,fit,pp' \
                '--together' 'all of them in one workbook, the garment in every row' \
                '--clobber' 'replace files that are there' \
                '--skip-existing' 'leave files that are there, and ask the service for nothing of them'
        case 'export'
            printf '%s\t%s\n' \
                '--output' 'a file, a folder (made for several), or - for stdout' \
                '--profile' 'whom it is for; the service takes technical_designer when nothing is said' \
                '--driver' 'a layered drawing (svg, what is taken when nothing is said) or JSON' \
                '--clobber' 'replace files that are there' \
                '--skip-existing' 'leave files that are there, and do not ask the service for them' \
                '--link' 'print the answer with its link, and download nothing'
        case 'techpack request'
            printf '%s\t%s\n' \
                '--yes' 'agree to what it may cost; needed where nobody can be asked' \
                '--wait' 'wait until the pack is ready' \
                '--timeout' 'wait no longer than this' \
                '--interval' 'between the first looks; later ones lie further apart' \
                '--download' 'fetch the PDF when it is ready, into FILE (- for stdout), or named after the design' \
                '--clobber' 'replace the file if it is there' \
                '--brand' 'the brand on the pack' \
                '--size-selection' 'sizes, as a JSON object or @FILE; passed on as it is' \
                '--notes' 'designer\'s notes' \
                '--piece-scope' 'which pieces' \
                '--body' 'the whole body, as a JSON object, @FILE, or - for stdin' \
                '--again' 'request another one, whatever became of an earlier request for the design' \
                '--local-guard' 'go by this machine\'s own record where the engine of TOILE_SHARED is away: others may have requested the same' \
                '--open' 'open the checkout page in the browser'
        case 'techpack status'
            printf '%s\t%s\n' \
                '--wait' 'wait until the pack is ready' \
                '--timeout' 'wait no longer than this' \
                '--interval' 'between the first looks; later ones lie further apart' \
                '--download' 'fetch the PDF when it is ready, into FILE (- for stdout), or named after the design' \
                '--clobber' 'replace the file if it is there'
        case 'techpack forget'
            printf '%s\t%s\n' \
                '--damaged' 'put aside all that cannot be read' \
                '--yes' 'agree to what it means; needed where nobody can be asked'
        case 'shared init'
            printf '%s\t%s\n' \
                '--keep' 'confirm the id: the engine was started anew and lost nothing' \
                '--yes' 'agree to what it means; needed where nobody can be asked'
        case 'pull'
            printf '%s\t%s\n' \
                '--profile' 'whose graph and exports' \
                '--only' 'of graph, brief, trust, confirmations, with commas between' \
                '--exports' 'svg, json or both; asked for again only where the graph has changed' \
                '--since' 'only designs created on or after DATE, or within 7d' \
                '--garments-only' 'no designs, only GARM- identities' \
                '--max-age' 'leave alone what was checked within 90s, 15m, 24h, 7d' \
                '--max-requests' 'stop after N requests; the longest unchecked come first' \
                '--reserve' 'requests of every five minutes that are left to others' \
                '--delete' 'put aside what the service says is gone; more than a third of DIR only with =all, or when you agree' \
                '--delete=all' 'put aside what the service says is gone; more than a third of DIR only with =all, or when you agree' \
                '--prune' 'forget what --delete put aside longer ago, such as 30d' \
                '--dry-run' 'say how many requests and minutes it would take; only the list is read'
        case 'diff'
            printf '%s\t%s\n' \
                '--all' 'reasons, order and spelling of numbers too' \
                '--md' 'as Markdown, for a message or a review' \
                '--html' 'as one page, for a browser or paper: by what it costs when overlooked'
        case 'stale'
            printf '%s\t%s\n' \
                '--reserve' 'requests of every five minutes that are left to others'
        case 'values'
            printf '%s\t%s\n' \
                '--all' 'every design of the account' \
                '--profile' 'whom it is for; the service takes technical_designer when nothing is said' \
                '--field' 'only these fields; * is any signs: \'tol_*\'' \
                '--kind' 'only of nodes of this kind; several with commas' \
                '--state' 'only of these states: inferred,unstated; none for no state given' \
                '--department' 'only what concerns these, with commas: cutting, sewing, materials, measuring, labels, other' \
                '--value' 'only values that contain TEXT, in either case' \
                '--count-by' 'how many there are of each: design,field' \
                '--whole' 'every file of a folder, and members without a state'
        case 'season'
            printf '%s\t%s\n' \
                '--profile' 'whose graph of the folder; unless said technical_designer, or the one that is there' \
                '--department' 'only what concerns these, with commas: cutting, sewing, materials, measuring, labels, other' \
                '--search' 'only names and ids that contain TEXT, in either case' \
                '--sort' 'in the order of a column: name, sewing_open, trust.unresolved' \
                '--reverse' 'the other way round; what has nothing there stays last' \
                '--html' 'as one page to print; - for stdout'
        case 'trims'
            printf '%s\t%s\n' \
                '--profile' 'whose graph of the folder; unless said technical_designer, or the one that is there' \
                '--kind' 'only nodes of this kind; several with commas' \
                '--search' 'only items of which a name, an article or a supplier contains TEXT' \
                '--multiply' 'quantity times cost, and sums of them and of quantities' \
                '--whole' 'every value of each row, and why'
        case 'sandbox start'
            printf '%s\t%s\n' \
                '--port' 'a fixed port; otherwise any free one' \
                '--state' 'keep its journal in FILE, so that it goes on where it was' \
                '--from' 'serve a folder of toile pull, with a key of its own' \
                '--scenario' 'begin with this trouble; toile help sandbox lists them' \
                '--cors' 'let a page of this origin, on this machine, read the answers'
        case 'sandbox run'
            printf '%s\t%s\n' \
                '--port' 'a fixed port; otherwise any free one' \
                '--state' 'keep its journal in FILE, so that it goes on where it was' \
                '--from' 'serve a folder of toile pull, with a key of its own' \
                '--scenario' 'begin with this trouble; toile help sandbox lists them'
        case 'api'
            printf '%s\t%s\n' \
                '--method' 'POST when there is a body' \
                '--body' 'a JSON text, @FILE, or - for stdin' \
                '--field' 'a part of the query; of a JSON body with -X POST, where KEY:=JSON is a number, a list, true' \
                '--all' 'every page of v1/designs, as one body' \
                '--include' 'status and headers before the body' \
                '--yes' 'for a Tech Pack request: agree to what it may cost' \
                '--again' 'for a Tech Pack request: another one, whatever became of an earlier one' \
                '--local-guard' 'for a Tech Pack request: go by this machine\'s own record where the engine of TOILE_SHARED is away: others may have requested the same'
        case 'tools call'
            printf '%s\t%s\n' \
                '--args' 'the arguments as a JSON object, or @FILE' \
                '--yes' 'agree to what a tool beyond the five may cost' \
                '--again' 'call such a tool another time with the same arguments'
        case 'mcp serve'
            printf '%s\t%s\n' \
                '--folder' 'a pulled folder to offer too, and to compare with today'
        case 'mcp config'
            printf '%s\t%s\n' \
                '--folder' 'a pulled folder that the server offers too'
    end
    # Flags that most commands take.
    switch "$place"
        case '' 'accounts' 'designs' 'workbook' 'techpack' 'shared' 'sandbox' 'tools' 'mcp' 'skill' 'config' 'me' 'designs ls' 'graph' 'brief' 'trust' 'confirmations' 'sheet' 'workbook write' 'export' 'techpack request' 'techpack status' 'shared init' 'pull' 'diff' 'stale' 'values' 'mcp config' 'doctor'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--jsonl' 'one JSON object a line, as they arrive' \
                '--csv' 'rows as CSV (RFC 4180), with a header' \
                '--xlsx' 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled' \
                '--columns' 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--sandbox' 'run against the embedded sandbox; no credential is read' \
                '--sandbox-from' 'run against a folder of toile pull, offline; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'address of the service' \
                '--insecure-http' 'allow plain http to an address that is not this machine' \
                '--max-wait' 'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)' \
                '--request-timeout' 'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'login' 'quota'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--jsonl' 'one JSON object a line, as they arrive' \
                '--csv' 'rows as CSV (RFC 4180), with a header' \
                '--xlsx' 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled' \
                '--columns' 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'address of the service' \
                '--insecure-http' 'allow plain http to an address that is not this machine' \
                '--max-wait' 'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)' \
                '--request-timeout' 'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'logout'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--jsonl' 'one JSON object a line, as they arrive' \
                '--csv' 'rows as CSV (RFC 4180), with a header' \
                '--xlsx' 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled' \
                '--columns' 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--account' 'use this account\'s key and address' \
                '--insecure-http' 'allow plain http to an address that is not this machine' \
                '--max-wait' 'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)' \
                '--request-timeout' 'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'accounts ls' 'accounts use' 'workbook read' 'techpack ls' 'techpack forget' 'season' 'trims' 'config ls' 'config get' 'config set' 'config unset' 'commands' 'config set account' 'config set accessible' 'config set pager' 'config set rate' 'config set max-wait' 'config set shared' 'commands accounts' 'commands designs' 'commands workbook' 'commands techpack' 'commands shared' 'commands sandbox' 'commands tools' 'commands mcp' 'commands skill' 'commands config'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--jsonl' 'one JSON object a line, as they arrive' \
                '--csv' 'rows as CSV (RFC 4180), with a header' \
                '--xlsx' 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled' \
                '--columns' 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'tour'
            printf '%s\t%s\n' \
                '--sandbox' 'run against the embedded sandbox; no credential is read' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'sandbox start'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'sandbox run' 'skill print' 'completion'
            printf '%s\t%s\n' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'sandbox status' 'sandbox pay' 'sandbox advance' 'sandbox scenario' 'sandbox reset'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--jsonl' 'one JSON object a line, as they arrive' \
                '--csv' 'rows as CSV (RFC 4180), with a header' \
                '--xlsx' 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled' \
                '--columns' 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--sandbox' 'run against the embedded sandbox; no credential is read' \
                '--base-url' 'address of the service' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'api'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--sandbox' 'run against the embedded sandbox; no credential is read' \
                '--sandbox-from' 'run against a folder of toile pull, offline; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'address of the service' \
                '--insecure-http' 'allow plain http to an address that is not this machine' \
                '--max-wait' 'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)' \
                '--request-timeout' 'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'tools ls' 'tools call'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--jsonl' 'one JSON object a line, as they arrive' \
                '--csv' 'rows as CSV (RFC 4180), with a header' \
                '--xlsx' 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled' \
                '--columns' 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--sandbox' 'run against the embedded sandbox; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--insecure-http' 'allow plain http to an address that is not this machine' \
                '--max-wait' 'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)' \
                '--request-timeout' 'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'mcp serve'
            printf '%s\t%s\n' \
                '--sandbox' 'run against the embedded sandbox; no credential is read' \
                '--sandbox-from' 'run against a folder of toile pull, offline; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'address of the service' \
                '--insecure-http' 'allow plain http to an address that is not this machine' \
                '--max-wait' 'longest wait in all, for limit and service: 90, 5m (without it a request: 30s, since assistants give up soon)' \
                '--request-timeout' 'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'help' 'help accounts' 'help designs' 'help workbook' 'help techpack' 'help shared' 'help sandbox' 'help tools' 'help mcp' 'help skill' 'help config'
            printf '%s\t%s\n' \
                '--json' 'the service\'s body as it came; data that toile made carries a schema' \
                '--fields' 'only these fields, in this order' \
                '--jq' 'a jq filter on what --json gives' \
                '--no-color' 'no colour; the marks say it all' \
                '--quiet' 'say nothing on stderr while it goes well' \
                '--no-input' 'ask nothing; what would have been asked is an error' \
                '--accessible' 'for screen readers: nothing is redrawn, marks are words, choices are numbered' \
                '--debug' 'show each request on stderr, without secrets' \
                '--help' 'Show help for the command'
    end
end

# Prints what the value of a flag may be; fails for a switch.
function __toile_value --argument-names place flag
    switch "$place:$flag"
        case 'login:--connector-url'
            echo ''
        case 'login:--client-id'
            echo ''
        case 'login:--mcp-url'
            echo ''
        case 'designs ls:--limit'
            echo ''
        case 'designs ls:--before'
            echo ''
        case 'designs ls:--search'
            echo ''
        case 'designs ls:--category'
            echo ''
        case 'designs ls:--since'
            echo ''
        case 'graph:--profile'
            echo '=technical_designer factory'
        case 'graph:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'graph:--view'
            echo '=designer factory'
        case 'graph:--format'
            echo '=mermaid'
        case 'graph:--rows'
            echo '=bom pom cut seams labels colourways sizes piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'graph:--state'
            echo ',asserted inferred unstated none'
        case 'brief:--state'
            echo ',asserted inferred unstated none'
        case 'confirmations:--view'
            echo '=designer factory'
        case 'confirmations:--state'
            echo ',asserted inferred unstated none'
        case 'sheet:--output'
            echo '@files'
        case 'sheet:-o'
            echo '@files'
        case 'sheet:--profile'
            echo '=technical_designer factory'
        case 'sheet:--only'
            echo ',materials cutting sewing measuring labels other facts brief trust questions not-stated'
        case 'sheet:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'sheet:--since'
            echo '@ids+@files'
        case 'sheet:--drawing'
            echo '=fetch+@files'
        case 'sheet:--lang'
            echo '=zh-Hans zh-Hant vi tr it pt es'
        case 'sheet:--terms'
            echo '@files'
        case 'workbook write:--output'
            echo '@files'
        case 'workbook write:-o'
            echo '@files'
        case 'workbook write:--profile'
            echo '=technical_designer factory'
        case 'workbook write:--rounds'
            echo ',proto fit pp'
        case 'export:--output'
            echo '@files'
        case 'export:-o'
            echo '@files'
        case 'export:--profile'
            echo '=technical_designer factory'
        case 'export:--driver'
            echo '=illustrator_svg_stage1 json svg'
        case 'techpack request:--timeout'
            echo ''
        case 'techpack request:--interval'
            echo ''
        case 'techpack request:--download'
            echo '?@files'
        case 'techpack request:--brand'
            echo ''
        case 'techpack request:--size-selection'
            echo '@@files'
        case 'techpack request:--notes'
            echo ''
        case 'techpack request:--piece-scope'
            echo ''
        case 'techpack request:--body'
            echo '@@files'
        case 'techpack status:--timeout'
            echo ''
        case 'techpack status:--interval'
            echo ''
        case 'techpack status:--download'
            echo '?@files'
        case 'pull:--profile'
            echo '=technical_designer factory both'
        case 'pull:--only'
            echo ',graph brief trust confirmations'
        case 'pull:--exports'
            echo ',svg json'
        case 'pull:--since'
            echo ''
        case 'pull:--max-age'
            echo ''
        case 'pull:--max-requests'
            echo ''
        case 'pull:--reserve'
            echo ''
        case 'pull:--prune'
            echo ''
        case 'stale:--reserve'
            echo ''
        case 'values:--profile'
            echo '=technical_designer factory'
        case 'values:--field'
            echo ''
        case 'values:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'values:--state'
            echo ',asserted inferred unstated none'
        case 'values:--department'
            echo ',cutting sewing materials measuring labels other'
        case 'values:--value'
            echo ''
        case 'values:--count-by'
            echo ',design_id garment_id name node_id kind label field value unit state basis confidence profile where'
        case 'season:--profile'
            echo '=technical_designer factory'
        case 'season:--department'
            echo ',cutting sewing materials measuring labels other'
        case 'season:--search'
            echo ''
        case 'season:--sort'
            echo '=design_id garment_id name profile where cutting_asserted cutting_inferred cutting_unstated cutting_another cutting_open sewing_asserted sewing_inferred sewing_unstated sewing_another sewing_open materials_asserted materials_inferred materials_unstated materials_another materials_open measuring_asserted measuring_inferred measuring_unstated measuring_another measuring_open labels_asserted labels_inferred labels_unstated labels_another labels_open other_asserted other_inferred other_unstated other_another other_open brief_asserted brief_inferred brief_unstated brief_another'
        case 'season:--html'
            echo '@files'
        case 'trims:--profile'
            echo '=technical_designer factory'
        case 'trims:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'trims:--search'
            echo ''
        case 'sandbox start:--port'
            echo ''
        case 'sandbox start:--state'
            echo '@files'
        case 'sandbox start:--from'
            echo '@files'
        case 'sandbox start:--scenario'
            echo '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        case 'sandbox start:--cors'
            echo ''
        case 'sandbox run:--port'
            echo ''
        case 'sandbox run:--state'
            echo '@files'
        case 'sandbox run:--from'
            echo '@files'
        case 'sandbox run:--scenario'
            echo '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        case 'api:--method'
            echo '=GET POST'
        case 'api:-X'
            echo '=GET POST'
        case 'api:--body'
            echo '@@files'
        case 'api:--field'
            echo ''
        case 'api:-f'
            echo ''
        case 'tools call:--args'
            echo '@@files'
        case 'mcp serve:--folder'
            echo '@files'
        case 'mcp config:--folder'
            echo '@files'
        case '*:--xlsx'
            echo '@files'
        case '*:--columns'
            echo '@@files'
        case '*:--fields'
            echo ''
        case '*:--jq'
            echo ''
        case '*:--sandbox-from'
            echo '@files'
        case '*:--account'
            echo '@accounts'
        case '*:--base-url'
            echo ''
        case '*:--max-wait'
            echo ''
        case '*:--request-timeout'
            echo ''
        case '*'
            return 1
    end
end

# Prints what the word at a position may be.
function __toile_word --argument-names place at
    switch "$place:$at"
        case 'accounts use:0'
            echo '@accounts'
        case 'graph:0'
            echo '@ids+@@files'
        case 'brief:0'
            echo '@ids+@@files'
        case 'trust:0'
            echo '@ids+@@files'
        case 'confirmations:0'
            echo '@ids+@@files'
        case 'sheet:*'
            echo '@ids+@@files'
        case 'workbook write:*'
            echo '@ids+@@files'
        case 'workbook read:0'
            echo '@files'
        case 'export:*'
            echo '@ids'
        case 'techpack request:0'
            echo '@ids'
        case 'techpack status:0'
            echo '@purchases'
        case 'techpack forget:0'
            echo '@requests'
        case 'pull:0'
            echo '@files'
        case 'pull:*'
            echo '@ids'
        case 'diff:0'
            echo '@ids+@files'
        case 'diff:1'
            echo '@ids+@files'
        case 'stale:0'
            echo '@files'
        case 'stale:*'
            echo '@ids'
        case 'values:*'
            echo '@ids+@files'
        case 'season:0'
            echo '@files'
        case 'trims:0'
            echo '@files'
        case 'sandbox run:0'
            echo '@programs'
        case 'sandbox run:*'
            echo '@files'
        case 'sandbox pay:0'
            echo '@purchases'
        case 'sandbox advance:0'
            echo ''
        case 'sandbox scenario:0'
            echo '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        case 'api:0'
            echo ''
        case 'tools call:0'
            echo '=get_garment_graph get_tailor_brief run_design_trust list_unresolved_confirmations'
        case 'mcp config:0'
            echo '=claude claude-desktop cursor vscode codex gemini antigravity windsurf zed'
        case 'config get:0'
            echo '=account accessible pager rate max-wait shared'
        case 'config unset:0'
            echo '=account accessible pager rate max-wait shared'
        case 'commands:0'
            echo '=login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        case 'completion:0'
            echo '=bash zsh fish powershell'
        case 'help:0'
            echo '=environment flags ci git exit-codes output provenance login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        case 'config set account:0'
            echo '@accounts'
        case 'config set accessible:0'
            echo '=true false'
        case 'config set pager:0'
            echo ''
        case 'config set rate:0'
            echo ''
        case 'config set max-wait:0'
            echo ''
        case 'config set shared:0'
            echo ''
    end
end

# What the word may be, how it begins, what stands before its value, the program, and the words before it.
function __toile_offer --argument-names what begins lead tool
    set what (string replace -r '^\?' '' -- "$what")
    switch "$what"
        case '*+*'
            for each in (string split + -- $what)
                __toile_offer $each "$begins" "$lead" $argv[4..-1]
            end
        case ',*'
            set lead $lead(string match -r '^.*,' -- "$begins"; or echo)
            for each in (string split ' ' -- (string sub -s 2 -- $what))
                echo $lead$each
            end
        case '=*'
            for each in (string split ' ' -- (string sub -s 2 -- $what))
                echo $lead$each
            end
        case @files
            for each in (__fish_complete_path "$begins")
                echo $lead$each
            end
        case @@files
            if test -z "$begins"; or string match -q '@*' -- "$begins"
                for each in (__fish_complete_path (string sub -s 2 -- "$begins"))
                    echo $lead@$each
                end
            end
        case @programs
            __fish_complete_command
        case '@*'
            for each in ($tool __complete (string sub -s 2 -- $what) "$begins" $argv[5..-1] 2>/dev/null)
                echo $lead$each
            end
    end
end

function __toile_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct | string replace -r '^["\']' '' | string replace -a '\\' '')
    set -l tool (string replace -r '^~' -- $HOME $before[1])
    type -q "$tool"; or set tool toile
    set -e before[1]
    set -l place ''
    set -l what ''
    set -l expects 0
    set -l at 0
    set -l rest 0
    for word in $before
        if test $expects = 1; or begin; test $expects = 2; and not string match -qr '^-.' -- "$word"; end
            set expects 0
        else if test $rest = 0 -a "$word" = --
            set rest 1
            set expects 0
        else if test $rest = 0; and string match -qr '^-.' -- "$word"
            set expects 0
            if set what (__toile_value "$place" "$word")
                set expects 1
                string match -q '\?*' -- "$what"; and set expects 2
            end
        else if test $rest = 0 -a $at = 0; and string match -q -- "$word"\t'*' (__toile_next "$place")
            set place (string trim -- "$place $word")
        else
            set at (math $at + 1)
        end
    end
    if test $expects = 1; or begin; test $expects = 2; and not string match -q -- '-*' "$now"; end
        __toile_offer "$what" "$now" '' "$tool" $before
        return
    end
    if test $rest = 0; and string match -qr '^--[^=]+=' -- "$now"
        set -l flag (string replace -r '=.*' '' -- $now)
        if set what (__toile_value "$place" "$flag")
            __toile_offer "$what" (string replace -r '^[^=]+=' '' -- $now) "$flag=" "$tool" $before
            return
        end
    end
    if test $rest = 0; and string match -q -- '-*' "$now"
        __toile_flags "$place"
    else
        if test $rest = 0 -a $at = 0
            __toile_next "$place"
        end
        set what (__toile_word "$place" $at)
        __toile_offer "$what" "$now" '' "$tool" $before
    end
end

complete -c toile -f -k -a '(__toile_complete)'
