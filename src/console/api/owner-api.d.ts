
export interface paths {
    "/api/owner/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSession"];
        put?: never;
        post: operations["logIn"];
        delete: operations["logOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["finishLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/session/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/session/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/session/confirmations/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askPasskeyToConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/password/reset-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/password/resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInstallationLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createTotp"];
        delete: operations["deleteTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askNewPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/second-factors/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch: operations["updatePasskey"];
        trace?: never;
    };
    "/api/owner/invitations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readNotifiedBrowsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/push/browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addNotifiedBrowser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/push/browsers/{browser_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeNotifiedBrowser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/push/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryNotifiedBrowsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPersonalTokens"];
        put?: never;
        post: operations["createPersonalToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokePersonalToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjects"];
        put?: never;
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProject"];
        put?: never;
        post?: never;
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCalendar"];
        put: operations["replaceCalendar"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/handovers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHandoverSettings"];
        put: operations["replaceHandoverSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/customer-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCustomerFields"];
        put: operations["replaceCustomerFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/people/{person_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/people/{person_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeysOfPerson"];
        put?: never;
        post?: never;
        delete: operations["endKeysOfPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvitations"];
        put?: never;
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeys"];
        put?: never;
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch: operations["updateKey"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChannels"];
        put?: never;
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readChannel"];
        put?: never;
        post?: never;
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch: operations["updateChannel"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/channels/{channel_id}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["connectChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/channels/{channel_id}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disconnectChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/channels/{channel_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateChannelSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/channels/{channel_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/miniapp/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkMiniappLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readScenarioDraft"];
        put: operations["saveScenarioDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startTestConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft/conversations/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTestConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft/conversations/{identity_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sayInTestConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft/conversations/{identity_id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["skipWaitOfTestConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScenarioVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/versions/dialogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countDialogsByVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreScenarioVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/versions/{version}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreScenarioDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/editor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readScenarioEditor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["compareScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["joinScenarioDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkflow"];
        put: operations["putWorkflow"];
        post?: never;
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/versions/{version}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreWorkflowDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/editor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkflowEditor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["compareWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/draft/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["joinWorkflowDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkflowRuns"];
        put?: never;
        post: operations["startWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/draft/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["runWorkflowDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rerunWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProjectRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["skipWaitOfRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/workflows/{slug}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelWorkflowRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProjectAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/analytics/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readChannelAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/analytics/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTagAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/analytics/scenario/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readScenarioSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/analytics/workflows/{slug}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkflowSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/approvals/{approval_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/connections/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readConnection"];
        put: operations["putConnection"];
        post?: never;
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/connections/{slug}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/operations/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOperation"];
        put: operations["putOperation"];
        post?: never;
        delete: operations["deleteOperation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/operations/{slug}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProjectJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/payments/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProjectPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/payments/{order_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refundProjectPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readMethod"];
        put: operations["putMethod"];
        post?: never;
        delete: operations["deleteMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods/{slug}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods/{slug}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods/{slug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMethodVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods/{slug}/versions/{version}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/methods/{slug}/versions/{version}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retireMethodVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/method-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMethodKeys"];
        put?: never;
        post: operations["createMethodKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/method-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeMethodKey"];
        options?: never;
        head?: never;
        patch: operations["updateMethodKey"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/method-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateMethodKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/tables/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTable"];
        put: operations["putTable"];
        post?: never;
        delete: operations["deleteTable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/tables/{slug}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRows"];
        put?: never;
        post: operations["addRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/tables/{slug}/rows/{row}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["replaceRow"];
        post?: never;
        delete: operations["removeRow"];
        options?: never;
        head?: never;
        patch: operations["changeRow"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/tables/{slug}/rows.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportRows"];
        put?: never;
        post: operations["importRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFiles"];
        put?: never;
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readFile"];
        put?: never;
        post?: never;
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReceivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readReceiver"];
        put: operations["putReceiver"];
        post?: never;
        delete: operations["deleteReceiver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers/{slug}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers/{slug}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers/{slug}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listArrivals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers/{slug}/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readReceivedCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/receivers/{slug}/deliveries/{event_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayReceivedCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/subscriptions/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSubscription"];
        put: operations["putSubscription"];
        post?: never;
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/subscriptions/{slug}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/subscriptions/{slug}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["trySubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/subscriptions/{slug}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enableSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/needs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readNeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/unsettled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUnsettled"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/unsettled/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["settleOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/customers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportCustomers"];
        put?: never;
        post: operations["importCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomerTags"];
        put?: never;
        post: operations["tagCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/{profile_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/{profile_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomerTimeLine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/link-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLinkSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/link-suggestions/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["dismissLinkSuggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["linkProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/{profile_id}/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unlinkIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/{profile_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProfileMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/profiles/{profile_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProfileLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/links/{link_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/link-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLinkCodes"];
        put?: never;
        post: operations["createLinkCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/link-codes/{code_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeLinkCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/dialogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDialogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/dialogs/{identity_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDialogMessages"];
        put?: never;
        post: operations["sayAsOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/dialogs/{identity_id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        patch: operations["editMessage"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/dialogs/{identity_id}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sayThatOperatorTypes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/dialogs/{identity_id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["holdDialog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/dialogs/{identity_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseDialog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readConversationFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markConversationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markConversationUnread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/looking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sayThatOperatorLooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["assignConversation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closeConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reopenConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConversationNotes"];
        put?: never;
        post: operations["addConversationNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/lead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConversationLead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteConversationNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/conversations/{profile_id}/replies/{shortcut}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["renderPreparedReply"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPreparedReplies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/replies/{shortcut}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putPreparedReply"];
        post?: never;
        delete: operations["deletePreparedReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readNotifications"];
        put: operations["replaceNotifications"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPresence"];
        put: operations["setPresence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTeams"];
        put?: never;
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/projects/{project_id}/teams/{team_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/api/owner/projects/{project_id}/scenario/draft/conversations/{identity_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["uploadToTestConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sources_list"];
        put?: never;
        post: operations["sources_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sources_retrieve"];
        put: operations["sources_update"];
        post?: never;
        delete: operations["sources_destroy"];
        options?: never;
        head?: never;
        patch: operations["sources_partial_update"];
        trace?: never;
    };
    "/api/owner/catalog/sources/{id}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sources_offers_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/{id}/import-format": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sources_import_format_retrieve"];
        put: operations["sources_import_format_update"];
        post?: never;
        delete: operations["sources_import_format_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/{id}/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sources_aliases_retrieve"];
        put: operations["sources_aliases_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sources_merge_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sources_stats_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/bulk-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sources_bulk_create_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/sources/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sources_bulk_delete_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_list"];
        put?: never;
        post: operations["offers_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_search_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/by-source-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_by_source_name_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_stats_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/strict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offers_strict_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_retrieve"];
        put: operations["offers_update"];
        post?: never;
        delete: operations["offers_destroy"];
        options?: never;
        head?: never;
        patch: operations["offers_partial_update"];
        trace?: never;
    };
    "/api/owner/catalog/offers/{id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_prices_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/{id}/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["offers_price_partial_update"];
        trace?: never;
    };
    "/api/owner/catalog/offers/{id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["offers_source_partial_update"];
        trace?: never;
    };
    "/api/owner/catalog/offers/{id}/source-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["offers_source_id_partial_update"];
        trace?: never;
    };
    "/api/owner/catalog/offers/bulk-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offers_bulk_create_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/bulk-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offers_bulk_update_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offers_bulk_delete_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offers_compare_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_rates_retrieve"];
        put: operations["offers_rates_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offers_import_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/offers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["offers_export_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["imports_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["imports_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/imports/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["imports_errors_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/imports/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["imports_confirm_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["imports_cancel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/catalog/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["imports_undo_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Acceptance: {
            token: string;
            password: string;
            second_factor?: {
                code?: string;
                recovery_code?: string;
                passkey?: components["schemas"]["PasskeyAnswer"];
            };
        };
        AcceptedJob: {
            job_id: string;
            status: "queued";
            environment: "sandbox" | "live";
            status_url: string;
        };
        AcceptedMessage: {
            message_id: string;
            status: "queued";
        };
        AcceptedRefund: {
            order_id: string;
            refund_id: string;
            status: "queued" | "running" | "succeeded" | "unknown";
        };
        AcceptedRelease: {
            identity_id: string;
            status: "queued";
        };
        AcceptedRevision: {
            revision_id: string;
            status: "queued";
        };
        AcceptedSkip: {
            status: "queued";
            until: components["schemas"]["Moment"];
        };
        AcceptedTestWords: {
            message_id: string;
            status: "queued";
            duplicate: boolean;
        };
        Actor: {
            type: "key" | "owner" | "system" | "channel" | "receiver" | "method";
            id: string | null;
            name: string | null;
        };
        AddedRow: {
            data: {
                [key: string]: unknown;
            };
            if_revision?: number | null;
        };
        Approval: {
            id: string;
            status: "pending" | "approved" | "rejected" | "timed_out" | "canceled";
            text: string;
            options: string[] | null;
            step: string;
            environment: "sandbox" | "live";
            run_id: string | null;
            identity_id: string | null;
            created_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"] | null;
            decided_at: components["schemas"]["Moment"] | null;
            decided_by: string | null;
            comment: string | null;
            option: string | null;
        };
        ApprovalPage: {
            items: components["schemas"]["Approval"][];
            next_cursor: string | null;
        };
        Approving: {
            comment?: string | null;
            option?: string | null;
        };
        Arrival: {
            at: components["schemas"]["Moment"];
            status: "accepted" | "duplicate" | "rejected";
            reason: string | null;
            count: number;
            address: string;
            size: number;
            request_id: string;
            event_id: string | null;
            outcome: {
                status: "handled" | "failed";
                runs: string[];
                flows: number;
                moved?: string[];
                not_started?: {
                    workflow: string;
                    error: {
                        code: string;
                        message: string;
                    };
                }[];
                error: {
                    code: string;
                    message: string;
                } | null;
            } | null;
        };
        ArrivalPage: {
            items: components["schemas"]["Arrival"][];
            next_offset: number | null;
        };
        Attachment: {
            type: "image" | "document" | "audio" | "video";
            url?: string;
            file_id?: string;
            name?: string;
        };
        AuditEntry: {
            id: number;
            at: components["schemas"]["Moment"];
            actor: components["schemas"]["Actor"];
            action: string;
            subject: {
                type: string;
                id: string;
            };
            environment: ("sandbox" | "live") | null;
            request_id: string | null;
            data: {
                [key: string]: unknown;
            };
        };
        AuditEntryPage: {
            items: components["schemas"]["AuditEntry"][];
            next_cursor: string | null;
        };
        BoundedCount: {
            count: number;
            is_more: boolean;
        };
        BrowserTrial: {
            id: string;
            device: string;
            created_at: components["schemas"]["Moment"];
            outcome: "taken" | "ended" | "failed";
            status: number | null;
        };
        BrowserTrialList: {
            items: components["schemas"]["BrowserTrial"][];
        };
        BulkDeletionRequest: {
            ids: number[];
        } | number[];
        BulkOfferChange: {
            offers: ({
                id: number;
                data: components["schemas"]["PatchedOffer"];
            } | ({
                id: number;
            } & components["schemas"]["PatchedOffer"]))[];
        } | ({
            id: number;
            data: components["schemas"]["PatchedOffer"];
        } | ({
            id: number;
        } & components["schemas"]["PatchedOffer"]))[];
        BulkOfferRequest: {
            offers: components["schemas"]["OfferRequest"][];
        } | components["schemas"]["OfferRequest"][];
        BulkSourceRequest: {
            sources: components["schemas"]["SourceRequest"][];
        } | components["schemas"]["SourceRequest"][];
        Button: {
            text: string;
            id?: string;
            url?: string;
            payload?: unknown;
        };
        Calendar: {
            time_zone: string | null;
            week: {
                [key: string]: {
                    from: string;
                    to: string;
                }[];
            } | null;
            holidays: {
                date: string;
                name: string | null;
                hours: {
                    from: string;
                    to: string;
                }[];
            }[];
            open_now: boolean;
        };
        CalendarChange: {
            time_zone?: string | null;
            week: {
                monday?: {
                    from: string;
                    to: string;
                }[];
                tuesday?: {
                    from: string;
                    to: string;
                }[];
                wednesday?: {
                    from: string;
                    to: string;
                }[];
                thursday?: {
                    from: string;
                    to: string;
                }[];
                friday?: {
                    from: string;
                    to: string;
                }[];
                saturday?: {
                    from: string;
                    to: string;
                }[];
                sunday?: {
                    from: string;
                    to: string;
                }[];
            } | null;
            holidays?: {
                date: string;
                name?: string | null;
                hours?: {
                    from: string;
                    to: string;
                }[];
            }[];
        };
        CanceledRuns: {
            workflow: string;
            canceled: number;
            ending: number;
            more: boolean;
        };
        ChangedRow: {
            row: number;
            environment: "sandbox" | "live";
            data: {
                [key: string]: unknown;
            };
            revision: number;
        };
        Channel: {
            id: string;
            type: "webchat" | "telegram" | "webhook";
            name: string;
            environment: "sandbox" | "live";
            settings: {
                [key: string]: unknown;
            };
            inbound_url?: string;
            chat_url?: string;
            connection?: {
                status: "connected" | "failed" | "not_connected";
                detail: string;
                at: components["schemas"]["Moment"] | null;
            };
            activity?: {
                last_received_at: components["schemas"]["Moment"] | null;
                last_sent_at: components["schemas"]["Moment"] | null;
                failing_since: components["schemas"]["Moment"] | null;
                last_error: string | null;
            };
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        ChannelChange: {
            name?: string | null;
            settings?: {
                [key: string]: unknown;
            } | null;
        };
        ChannelFigures: {
            channel_id: string;
            totals: components["schemas"]["Figures"];
        };
        ChannelFiguresList: {
            items: components["schemas"]["ChannelFigures"][];
        };
        ChannelList: {
            items: components["schemas"]["Channel"][];
        };
        ChannelTrial: {
            ok: boolean;
            code: "ok" | "nobody_to_ask" | "sandbox" | "secrets_lost" | "token_refused" | "not_reached" | "no_public_address" | "updates_to_nobody" | "updates_elsewhere" | "updates_refused" | "updates_waiting" | "redirected" | "signature_refused" | "wrong_path" | "not_taken";
            detail: string;
            action: string | null;
            account?: {
                name: string;
                username: string;
                url: string;
                picture: string | null;
            };
            delivery?: {
                sent: string;
                status: number | null;
                answer: string | null;
                ms: number;
            };
        };
        CheckResult: {
            publishable: boolean;
            findings: components["schemas"]["Finding"][];
        };
        CheckedMethod: {
            id: string;
            name: string;
            description: string;
            environment: "sandbox" | "live";
            target: {
                operation: string;
            } | {
                workflow: string;
            };
            input: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                required: boolean;
                description: string;
                default?: unknown;
                min_length?: number;
                max_length?: number;
                minimum?: number;
                maximum?: number;
                pattern?: string;
                enum?: (string | number)[];
                min_items?: number;
                max_items?: number;
            }[];
            mapping: {
                [key: string]: unknown;
            } | null;
            identity: string | null;
            result: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                description: string;
                value: unknown;
            }[] | null;
            published_version: number | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
            findings: components["schemas"]["MethodFinding"][];
        };
        CheckedScenarioDraft: {
            definition: unknown;
            updated_at: components["schemas"]["Moment"] | null;
            findings: components["schemas"]["Finding"][];
        };
        CheckedWorkflow: {
            id: string;
            name: string;
            description: string;
            environment: "sandbox" | "live";
            definition: unknown;
            published_version: number | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
            findings: components["schemas"]["Finding"][];
        };
        CompareRequest: {
            pns: string[];
            zeros?: "keep" | "ignore";
            currency?: string | null;
            per_pn?: number;
            sources?: number[];
            priced?: boolean;
        };
        Compared: {
            results: {
                pn: string;
                count: number;
                offers: {
                    id: number;
                    source: number;
                    source_name: string;
                    pn_raw: string;
                    brand_raw: string | null;
                    condition_raw: string | null;
                    status_raw: string | null;
                    price_raw: string | null;
                    price_currency: string | null;
                    price?: string | null;
                    product_url: string | null;
                    last_seen_at: string;
                    age_days: number;
                }[];
            }[];
            not_found: string[];
        };
        ComparedDefinition: {
            version: number | null;
            at: components["schemas"]["Moment"] | null;
            by: string | null;
        };
        Confirmation: {
            code?: string;
            recovery_code?: string;
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        ConfirmedSession: {
            confirmed_until: components["schemas"]["Moment"];
        };
        ConfirmedTotp: {
            recovery_codes: string[] | null;
        };
        Connection: {
            id: string;
            slug: string;
            name: string;
            kind: string;
            settings: {
                [key: string]: unknown;
            };
            last_test: {
                ok: boolean;
                status: number | null;
                detail: string;
                reason?: "address_refused" | "name_unknown" | "connection_refused" | "no_connection" | "certificate_expired" | "certificate_refused" | "tls_failed" | "not_reached" | "no_answer";
                answer?: components["schemas"]["HeardAnswer"];
                hidden?: string;
                at: components["schemas"]["Moment"];
            } | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        ConnectionList: {
            items: components["schemas"]["Connection"][];
        };
        Conversation: {
            profile_id: string;
            customer: {
                identity_id: string;
                external_id: string;
                name: string | null;
                channel: {
                    id: string;
                    type: "webchat" | "telegram" | "webhook";
                    name: string;
                    environment: "sandbox" | "live";
                };
                tags: string[];
            };
            is_open: boolean;
            is_unread: boolean;
            is_held: boolean;
            waiting_since: components["schemas"]["Moment"] | null;
            state: "idle" | "active" | "waiting" | "failed" | "ended";
            unanswered_since: components["schemas"]["Moment"] | null;
            assignee: {
                id: string;
                email: string;
            } | null;
            team: {
                id: string;
                name: string;
            } | null;
            closed_at: components["schemas"]["Moment"] | null;
            rating: number | null;
            last_message: {
                direction: "out" | "in" | "event";
                author: "customer" | "scenario" | "operator" | "client";
                by: string | null;
                text: string;
                created_at: components["schemas"]["Moment"];
            } | null;
            last_heard?: {
                text: string;
                created_at: components["schemas"]["Moment"];
            } | null;
            heard_at: components["schemas"]["Moment"] | null;
        };
        ConversationAssignment: {
            assignee_id?: string | null;
            team_id?: string | null;
            note?: string;
            mentions?: string[];
        };
        ConversationClosing: {
            release?: boolean;
            rating_question?: string;
        };
        ConversationCounts: {
            open: components["schemas"]["BoundedCount"];
            mine: components["schemas"]["BoundedCount"];
            unassigned: components["schemas"]["BoundedCount"];
            waiting: components["schemas"]["BoundedCount"];
            unanswered: components["schemas"]["BoundedCount"];
            held: components["schemas"]["BoundedCount"];
            unread: components["schemas"]["BoundedCount"];
            mine_unread: components["schemas"]["BoundedCount"];
        };
        ConversationFigures: {
            from: string;
            to: string;
            total: {
                first_answers: number;
                first_answer_seconds: number | null;
                answers: number;
                answer_seconds: number | null;
                closed: number;
                ratings: number;
                rating: number | null;
            };
            people: {
                person: {
                    id: string;
                    email: string;
                };
                first_answers: number;
                first_answer_seconds: number | null;
                answers: number;
                answer_seconds: number | null;
                closed: number;
                ratings: number;
                rating: number | null;
            }[];
        };
        ConversationListPage: {
            items: components["schemas"]["Conversation"][];
            next_cursor: string | null;
        };
        ConversationMessage: {
            id: string;
            identity_id: string;
            channel: {
                id: string;
                type: "webchat" | "telegram" | "webhook";
                name: string;
            };
            environment: "sandbox" | "live";
            direction: "in" | "out";
            author: "customer" | "scenario" | "operator" | "client";
            by: ({
                workflow: string | null;
                version: number;
                step: string;
            } | {
                key: string;
            } | {
                email: string;
            }) | null;
            delivery: "received" | "queued" | "sent" | "read" | "failed" | "unknown";
            error: components["schemas"]["Fault"] | null;
            created_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
            read_at: components["schemas"]["Moment"] | null;
            text: string;
            formatted?: unknown[];
            edited_at?: components["schemas"]["Moment"];
            deleted_at?: components["schemas"]["Moment"];
            content: {
                buttons: ({
                    text: string;
                } & {
                    [key: string]: unknown;
                })[];
                keyboard: "reply" | "inline";
                columns: number;
                format: "plain" | "markdown" | "html";
                image: string;
                typing_seconds?: number;
                attachments?: {
                    type: "image" | "document" | "audio" | "video";
                    url?: string;
                    file_id?: string;
                    name?: string;
                }[];
                variants: {
                    [key: string]: unknown;
                };
            } | null;
            data: {
                [key: string]: unknown;
            } | null;
            attachments: components["schemas"]["HeardAttachment"][];
        };
        ConversationNote: {
            id: string;
            text: string;
            author: {
                id: string;
                email: string;
            };
            mentions: {
                id: string;
                email: string;
            }[];
            created_at: components["schemas"]["Moment"];
        };
        ConversationNotePage: {
            items: components["schemas"]["ConversationNote"][];
            next_cursor: string | null;
        };
        ConversationPage: {
            items: components["schemas"]["ConversationMessage"][];
            next_cursor: string | null;
        };
        CreatedInvitation: {
            id: string;
            email: string;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
            created_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"];
            token: string | null;
            url?: string;
            mailed?: true;
        };
        CreatedKey: {
            id: string;
            name: string;
            scopes: ("profiles:read" | "profiles:write" | "messages:write" | "events:write" | "integrations:read" | "integrations:run" | "payments:read" | "payments:write" | "audit:read" | "data:read" | "data:write" | "files:read" | "files:write" | "analytics:read" | "workflows:run" | "workflows:read")[];
            hint: string;
            created_at: components["schemas"]["Moment"];
            made_by: string | null;
            expires_at: components["schemas"]["Moment"] | null;
            allowed_addresses: string[] | null;
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            replaced_by: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
            key: string;
        };
        CreatedLinkCode: {
            id: string;
            hint: string;
            profile_id: string;
            status: "active" | "used" | "revoked" | "expired";
            created_at: components["schemas"]["Moment"];
            created_by: components["schemas"]["Actor"];
            expires_at: components["schemas"]["Moment"];
            used_at: components["schemas"]["Moment"] | null;
            used_by_identity_id: string | null;
            code: string;
            commands: {
                text: string;
                telegram_start: string;
            };
        };
        CreatedMethodKey: {
            id: string;
            name: string;
            methods: string[];
            hint: string;
            created_at: components["schemas"]["Moment"];
            made_by: string | null;
            expires_at: components["schemas"]["Moment"] | null;
            allowed_addresses: string[] | null;
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            replaced_by: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
            key: string;
        };
        CreatedPersonalToken: {
            id: string;
            name: string;
            hint: string;
            role: ("owner" | "developer" | "operator" | "analyst" | "billing") | null;
            project_ids: string[] | null;
            allowed_addresses: string[];
            created_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"];
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
            token: string;
        };
        Customer: {
            id: string;
            status: string;
            state: {
                [key: string]: string;
            };
            tags: string[];
            access: {
                [key: string]: unknown;
            };
            paid_access: components["schemas"]["PaidAccess"][];
            identities: components["schemas"]["Identity"][];
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
            name: string | null;
            active_at: components["schemas"]["Moment"];
            orders: components["schemas"]["Payment"][];
            dialogs: components["schemas"]["DialogStanding"][];
            links: components["schemas"]["ProfileLink"][];
        };
        CustomerChanges: {
            status?: string | null;
            state?: {
                [key: string]: string;
            } | null;
            tags?: string[] | null;
            access?: {
                [key: string]: unknown;
            } | null;
            name?: string | null;
        };
        CustomerCount: {
            count: number;
            exact: boolean;
        };
        CustomerFields: {
            name_keys: string[];
            phone_keys: string[];
            mail_keys: string[];
            filter_keys: string[];
            country_code: string;
            trunk_prefix: string;
        };
        CustomerFieldsChange: {
            name_keys?: string[];
            phone_keys?: string[];
            mail_keys?: string[];
            filter_keys?: string[];
            country_code?: string;
            trunk_prefix?: string;
        };
        CustomerHappening: {
            type: "message";
            at: components["schemas"]["Moment"];
            message: components["schemas"]["ConversationMessage"];
        } | {
            type: "event";
            at: components["schemas"]["Moment"];
            event: {
                event_id: string;
                identity_id: string;
                environment: "sandbox" | "live";
                text: string;
                data: {
                    [key: string]: unknown;
                };
            };
        } | {
            type: "payment";
            at: components["schemas"]["Moment"];
            payment: components["schemas"]["Payment"];
        } | {
            type: "run";
            at: components["schemas"]["Moment"];
            run: components["schemas"]["RunSummary"];
        } | {
            type: "job";
            at: components["schemas"]["Moment"];
            job: components["schemas"]["JobSummary"];
        } | {
            type: "dialog";
            at: components["schemas"]["Moment"];
            dialog: components["schemas"]["DialogStanding"];
        } | {
            type: "note";
            at: components["schemas"]["Moment"];
            note: components["schemas"]["ConversationNote"];
        } | {
            type: "link";
            at: components["schemas"]["Moment"];
            link: components["schemas"]["ProfileLink"];
        };
        CustomerPage: {
            items: components["schemas"]["CustomerSummary"][];
            next_cursor: string | null;
        };
        CustomerSummary: {
            id: string;
            name: string | null;
            status: string;
            tags: string[];
            identities: components["schemas"]["Identity"][];
            active_at: components["schemas"]["Moment"];
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        CustomerTags: {
            items: string[];
        };
        CustomerTimeLine: {
            items: components["schemas"]["CustomerHappening"][];
            next_cursor: string | null;
        };
        CustomersImport: {
            rows: number;
            created: number;
            changed: number;
            unchanged: number;
            failed: number;
            faults: {
                line: number;
                column: string | null;
                message: string;
            }[];
            outcomes: {
                line: number;
                action: "created" | "changed";
                profile_id: string | null;
                columns: string[];
            }[];
        };
        DailyFigures: {
            date: string;
            messages_in: number;
            messages_out: number;
            events: number;
            new_profiles: number;
            active_profiles: number;
            jobs_succeeded: number;
            jobs_failed: number;
            workflow_runs: number;
            payments_succeeded: number;
            revenue: components["schemas"]["Money"][];
            refunds: number;
        };
        DefinitionChange: {
            path: (string | number)[];
            change: "added" | "removed" | "changed";
            before?: unknown;
            after?: unknown;
        };
        DefinitionDifference: {
            from: components["schemas"]["ComparedDefinition"];
            to: components["schemas"]["ComparedDefinition"];
            steps: components["schemas"]["StepChange"][];
            document: components["schemas"]["DefinitionChange"][];
        };
        DefinitionToCheck: {
            definition?: {
                [key: string]: unknown;
            };
        };
        Deletion: {
            deleted: number;
            not_found: number[];
        };
        Delivery: {
            id: string;
            subscription: string | null;
            type: string;
            audit_id: number;
            status: "queued" | "running" | "succeeded" | "failed";
            attempts: {
                n: number;
                at: components["schemas"]["Moment"];
                duration_ms: number;
                status: number | null;
                error: string | null;
                answer: string | null;
                answer_headers: {
                    [key: string]: string;
                };
                answer_truncated: boolean;
            }[];
            error: components["schemas"]["Fault"] | null;
            next_attempt_at: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
        };
        DeliveryPage: {
            items: components["schemas"]["Delivery"][];
            next_offset: number | null;
        };
        Dialog: {
            identity_id: string;
            profile_id: string;
            external_id: string;
            name: string | null;
            channel: {
                id: string;
                type: "webchat" | "telegram" | "webhook";
                name: string;
                environment: "sandbox" | "live";
            };
            version: number | null;
            state: "idle" | "active" | "waiting" | "failed" | "ended";
            step: string | null;
            waiting: {
                step: string | null;
                for: "answer" | "timer" | "operator" | "call" | "branches";
                until: string | null;
            } | null;
            error: components["schemas"]["Fault"] | null;
            held: {
                at: components["schemas"]["Moment"];
                by: string | null;
                until: components["schemas"]["Moment"] | null;
            } | null;
            last_message: {
                direction: "out" | "in" | "event";
                author: "customer" | "scenario" | "operator" | "client";
                text: string;
                created_at: components["schemas"]["Moment"];
            } | null;
            updated_at: components["schemas"]["Moment"];
            hidden?: string;
        };
        DialogPage: {
            items: components["schemas"]["Dialog"][];
            next_offset: number | null;
        };
        DialogStanding: {
            identity_id: string;
            profile_id: string;
            channel: {
                id: string;
                type: "webchat" | "telegram" | "webhook";
                name: string;
                environment: "sandbox" | "live";
            };
            version: number | null;
            state: "idle" | "active" | "waiting" | "failed" | "ended";
            step: string | null;
            waiting: {
                step: string | null;
                for: "answer" | "timer" | "operator" | "call" | "branches";
                until: string | null;
            } | null;
            error: components["schemas"]["Fault"] | null;
            held: {
                at: components["schemas"]["Moment"];
                by: string | null;
                until: components["schemas"]["Moment"] | null;
            } | null;
            updated_at: components["schemas"]["Moment"];
        };
        DialogsByVersion: {
            items: {
                version: number;
                dialogs: number;
            }[];
            is_complete: boolean;
        };
        DistinctProfiles: {
            profile_ids: string[];
        };
        DraftEditor: {
            person_id: string;
            email: string;
            step: string | null;
            seen_at: components["schemas"]["Moment"];
        };
        DraftEditorList: {
            items: components["schemas"]["DraftEditor"][];
        };
        DraftPresence: {
            step?: string | null;
            here?: boolean;
        };
        EditedDraft: {
            revision: number;
            definition: unknown;
            view: {
                [key: string]: unknown;
            } | null;
            saved_at: components["schemas"]["Moment"] | null;
            saved_by: string | null;
        };
        EndedKeys: {
            ended: number;
        };
        FailedTurn: {
            id: string;
            status: "queued" | "running" | "sent" | "succeeded" | "failed" | "unknown";
            environment: "sandbox" | "live";
            error: components["schemas"]["Fault"] | null;
            created_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
            direction: "turn";
            author: "scenario";
            text: "";
            data: {
                [key: string]: unknown;
            };
            did: string | null;
            steps: {
                id: string;
                type: string;
                status: "succeeded" | "failed" | "waiting";
                input?: unknown;
                error: components["schemas"]["Fault"] | null;
                output?: unknown;
                within?: components["schemas"]["StepPlace"][];
                job_id?: string;
                at: components["schemas"]["Moment"];
                remarks?: string[];
            }[];
        };
        FailureGroup: {
            kind: "message" | "job" | "run" | "dialog";
            place: string | null;
            channel: string | null;
            code: string | null;
            message: string;
            count: number;
            last_at: components["schemas"]["Moment"];
            last_id: string;
            profile_id: string | null;
        };
        Fault: {
            code: string;
            message: string;
        };
        FaultOfCall: {
            code: string;
            message: string;
            reason?: "address_refused" | "name_unknown" | "connection_refused" | "no_connection" | "certificate_expired" | "certificate_refused" | "tls_failed" | "not_reached" | "no_answer";
        };
        FieldErrors: {
            [key: string]: string[] | components["schemas"]["FieldErrors"];
        };
        Figures: {
            messages_in: number;
            messages_out: number;
            events: number;
            new_profiles: number;
            active_profiles: number;
            jobs_succeeded: number;
            jobs_failed: number;
            workflow_runs: number;
            payments_succeeded: number;
            revenue: components["schemas"]["Money"][];
            refunds: number;
        };
        FiguresOfSteps: {
            version: number;
            versions: number[];
            environment: "sandbox" | "live";
            from: string;
            to: string;
            steps: components["schemas"]["StepFigures"][];
        };
        File: {
            file_id: string;
            environment: "sandbox" | "live";
            name: string;
            type: string;
            size: number | null;
            width: number | null;
            height: number | null;
            sha256: string | null;
            created_at: components["schemas"]["Moment"];
            status: "stored" | "waiting" | "failed";
            error: components["schemas"]["Fault"] | null;
            identity_id: string | null;
            message_id: string | null;
            url: string | null;
            url_expires_at: components["schemas"]["Moment"] | null;
            uploaded_by: components["schemas"]["Actor"];
            hidden?: string;
        };
        FilePage: {
            items: components["schemas"]["ListedFile"][];
            next_cursor: string | null;
        };
        Finding: {
            severity: "blocking" | "warning";
            code: string;
            path: (string | number)[];
            step: string | null;
            message: string;
            suggestion?: {
                read: string;
                instead: string;
            };
            reason: string;
            params: {
                [key: string]: string | number;
            };
        };
        FirstFactor: {
            password?: string;
        };
        Found: {
            customers?: {
                items: components["schemas"]["CustomerSummary"][];
                narrow: boolean;
            };
            conversations?: {
                items: {
                    identity_id: string;
                    profile_id: string;
                    name: string | null;
                    external_id: string;
                    channel: {
                        id: string;
                        type: "webchat" | "telegram" | "webhook";
                        name: string;
                    };
                    messages: {
                        id: string;
                        direction: "in" | "out";
                        author: "customer" | "scenario" | "operator" | "client";
                        excerpt: string;
                        created_at: components["schemas"]["Moment"];
                    }[];
                }[];
                narrow: boolean;
            };
        };
        HandoverSettings: {
            away_text: string | null;
            unanswered_minutes: number | null;
        };
        HandoverSettingsChange: {
            away_text: string | null;
            unanswered_minutes?: number | null;
        };
        HeardAnswer: {
            status: number;
            headers: {
                [key: string]: string;
            };
            body: string | null;
            truncated: boolean;
        };
        HeardAttachment: {
            type: string;
            file_id?: string;
            status?: "stored" | "waiting" | "failed" | "deleted";
            error?: components["schemas"]["Fault"] | null;
            name?: string;
            media_type?: string | null;
            size?: number | null;
            width?: number | null;
            height?: number | null;
            latitude?: number;
            longitude?: number;
            phone_number?: string;
        } & {
            [key: string]: unknown;
        };
        HeardMessage: {
            id: string;
            status: "queued" | "running" | "sent" | "succeeded" | "failed" | "unknown";
            environment: "sandbox" | "live";
            error: components["schemas"]["Fault"] | null;
            created_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
            direction: "in" | "event";
            author: "customer" | "scenario" | "operator" | "client";
            text: string;
            data: {
                [key: string]: unknown;
            };
            attachments: components["schemas"]["HeardAttachment"][];
            did: string | null;
            steps: {
                id: string;
                type: string;
                status: "succeeded" | "failed" | "waiting";
                input?: unknown;
                error: components["schemas"]["Fault"] | null;
                output?: unknown;
                within?: components["schemas"]["StepPlace"][];
                job_id?: string;
                at: components["schemas"]["Moment"];
                remarks?: string[];
            }[];
        };
        HeldPrice: {
            price_raw: string | null;
            price_currency: string | null;
            readonly since: string;
            until: string | null;
        };
        HistoryItem: components["schemas"]["SentMessage"] | components["schemas"]["HeardMessage"] | components["schemas"]["FailedTurn"];
        HistoryItemPage: {
            items: components["schemas"]["HistoryItem"][];
            next_offset: number | null;
        };
        Hold: {
            until?: string | null;
            minutes?: number | null;
        };
        Identity: {
            id: string;
            channel_id: string;
            channel: string;
            external_id: string;
            name: string | null;
            created_at: components["schemas"]["Moment"];
        };
        IdentityToUnlink: {
            identity_id: string;
        };
        Import: {
            readonly id: number;
            mode: "add" | "replace";
            state: "running" | "needs_confirmation" | "done" | "failed" | "cancelled" | "undone" | "interrupted";
            source: number | null;
            source_name: string | null;
            on_duplicate: string;
            vanished_status: string | null;
            rows: number;
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            vanished: number;
            failed: number;
            unread_from_line: number | null;
            detail: string | null;
            can_undo: boolean;
            readonly started_at: string;
            ended_at: string | null;
            undone_at: string | null;
        };
        ImportAnswer: components["schemas"]["OfferImport"] | components["schemas"]["ImportPreview"];
        ImportApplied: {
            import: number;
            state: "done" | "needs_confirmation";
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            vanished: number;
            failed: number;
        };
        ImportFormat: {
            map?: {
                [key: string]: string;
            };
            set?: {
                [key: string]: string;
            };
            delimiter?: string;
            decimal?: "point" | "comma";
            charset?: string;
            header_row?: number;
            sheet?: string;
        };
        ImportFormatRequest: {
            map?: {
                [key: string]: string;
            };
            set?: {
                [key: string]: string;
            };
            delimiter?: string;
            decimal?: "point" | "comma";
            charset?: string;
            header_row?: number;
            sheet?: string;
        };
        ImportPreview: {
            dry_run: true;
            found: {
                format: "csv" | "ndjson" | "xlsx";
                charset?: string;
                compressed: boolean;
                file?: string;
                sheet?: string;
                delimiter?: string;
                header_row?: number;
                columns?: {
                    column: string;
                    field: string | null;
                }[];
            };
            saved: string[];
            rows: number;
            failed: number;
            sample: unknown[];
            errors: {
                index: number;
                line?: number;
                errors: components["schemas"]["FieldErrors"];
            }[];
            unread_from_line?: number;
        };
        ImportUndone: {
            removed: number;
            restored: number;
            returned: number;
            left: number;
        };
        ImportedIdentity: {
            id: string;
            profile_id: string;
        };
        InstallationEntry: {
            id: string;
            at: components["schemas"]["Moment"];
            kind: "session.begun" | "session.ended" | "login.failed" | "password.changed" | "password.reset_requested" | "password.reset" | "factor.added" | "factor.removed" | "factor.failed" | "recovery_codes.made" | "recovery_code.used" | "token.created" | "token.revoked" | "invitation.mailed" | "invitation.accepted" | "project.created" | "project.deleted";
            person: {
                id: string;
                email: string;
            } | null;
            by: {
                id: string;
                email: string;
            } | null;
            address: string | null;
            device: string | null;
            request_id: string | null;
            count: number;
            last_at: components["schemas"]["Moment"];
            data: {
                [key: string]: unknown;
            };
        };
        InstallationEntryPage: {
            items: components["schemas"]["InstallationEntry"][];
            next_cursor: string | null;
        };
        Invitation: {
            id: string;
            email: string;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
            created_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"];
        };
        InvitationList: {
            items: components["schemas"]["Invitation"][];
        };
        InvitationToken: {
            token: string;
        };
        JobPage: {
            items: components["schemas"]["JobSummary"][];
            next_cursor: string | null;
        };
        JobSummary: {
            job_id: string;
            operation_id: string;
            environment: "sandbox" | "live";
            status: "queued" | "running" | "succeeded" | "failed" | "unknown";
            error: components["schemas"]["Fault"] | null;
            identity_id: string | null;
            created_at: components["schemas"]["Moment"];
            started_at: components["schemas"]["Moment"] | null;
            finished_at: components["schemas"]["Moment"] | null;
        };
        Key: {
            id: string;
            name: string;
            scopes: ("profiles:read" | "profiles:write" | "messages:write" | "events:write" | "integrations:read" | "integrations:run" | "payments:read" | "payments:write" | "audit:read" | "data:read" | "data:write" | "files:read" | "files:write" | "analytics:read" | "workflows:run" | "workflows:read")[];
            hint: string;
            created_at: components["schemas"]["Moment"];
            made_by: string | null;
            expires_at: components["schemas"]["Moment"] | null;
            allowed_addresses: string[] | null;
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            replaced_by: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
        };
        KeyChange: {
            name?: string | null;
            expires_at?: string | null;
            allowed_addresses?: string[] | null;
        };
        KeyList: {
            items: components["schemas"]["Key"][];
        };
        KeyRotation: {
            overlap_hours?: number;
            expires_at?: string | null;
        };
        LaunchCheck: {
            valid: boolean;
            reason: ("empty" | "malformed" | "duplicate_name" | "signature_missing" | "signature_wrong" | "sign_keys_unsupported" | "other_app" | "time_missing" | "too_old" | "in_the_future" | "user_missing") | null;
            detail: string;
            platform: "telegram" | "vk";
            user: {
                id: string;
                name: string | null;
                username: string | null;
                language: string | null;
            } | null;
            issued_at: components["schemas"]["Moment"] | null;
            identity: {
                id: string;
                profile_id: string;
                channel_id: string;
            } | null;
            profile: components["schemas"]["Profile"] | null;
            hidden?: string;
        };
        LaunchToCheck: {
            platform: "telegram" | "vk";
            launch: string;
            channel_id?: string | null;
        };
        LeadChange: {
            kind: "taken" | "person_wanted" | "nobody_came" | "given_back" | "closed" | "reopened";
            by: string | null;
            to?: string | null;
            at: components["schemas"]["Moment"];
        };
        LeadChangeList: {
            items: components["schemas"]["LeadChange"][];
        };
        LinkCode: {
            id: string;
            hint: string;
            profile_id: string;
            status: "active" | "used" | "revoked" | "expired";
            created_at: components["schemas"]["Moment"];
            created_by: components["schemas"]["Actor"];
            expires_at: components["schemas"]["Moment"];
            used_at: components["schemas"]["Moment"] | null;
            used_by_identity_id: string | null;
        };
        LinkCodePage: {
            items: components["schemas"]["LinkCode"][];
            next_offset: number | null;
        };
        LinkResult: components["schemas"]["LinkedProfile"] | components["schemas"]["MergePreview"];
        LinkSuggestion: {
            kind: "mail" | "phone";
            value: string;
            customers: components["schemas"]["CustomerSummary"][];
        };
        LinkSuggestionPage: {
            items: components["schemas"]["LinkSuggestion"][];
            next_cursor: string | null;
        };
        LinkedProfile: {
            id: string;
            status: string;
            state: {
                [key: string]: string;
            };
            tags: string[];
            access: {
                [key: string]: unknown;
            };
            paid_access: components["schemas"]["PaidAccess"][];
            identities: components["schemas"]["Identity"][];
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
            link_id: string;
        };
        ListedFile: {
            file_id: string;
            environment: "sandbox" | "live";
            name: string;
            type: string;
            size: number;
            width: number | null;
            height: number | null;
            sha256: string | null;
            created_at: components["schemas"]["Moment"];
            identity_id: string | null;
            uploaded_by: components["schemas"]["Actor"];
            hidden?: string;
        };
        ListedRun: {
            run_id: string;
            version: number;
            environment: "sandbox" | "live";
            status: "queued" | "running" | "waiting" | "succeeded" | "failed" | "unknown";
            error: components["schemas"]["Fault"] | null;
            identity_id: string | null;
            created_at: components["schemas"]["Moment"];
            started_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
        };
        ListedRunPage: {
            items: components["schemas"]["ListedRun"][];
            next_offset: number | null;
        };
        LiveEntry: {
            id: number;
            at: components["schemas"]["Moment"];
            actor: components["schemas"]["Actor"];
            action: string;
            subject: {
                type: string;
                id: string;
            };
            environment: ("sandbox" | "live") | null;
            request_id: string | null;
            data: {
                [key: string]: unknown;
            };
            data_left_out?: true;
        };
        LiveEvent: components["schemas"]["LiveEntry"] | components["schemas"]["LivePlace"] | components["schemas"]["LiveRole"] | components["schemas"]["LiveFigures"] | components["schemas"]["LivePassing"];
        LiveFigures: {
            items: {
                environment: "sandbox" | "live";
                date: string;
                messages_in: number;
                messages_out: number;
                events: number;
                new_profiles: number;
                active_profiles: number;
                jobs_succeeded: number;
                jobs_failed: number;
                workflow_runs: number;
                payments_succeeded: number;
                refunds: number;
            }[];
        };
        LivePassing: {
            [key: string]: unknown;
        };
        LivePlace: {
            cursor: number;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
        };
        LiveRole: {
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
        };
        LoggedRequest: {
            at: components["schemas"]["Moment"];
            key: {
                id: string;
                name: string;
            };
            method: string;
            path: string;
            status: number;
            duration_ms: number;
            request_id: string;
            address: string;
        };
        LoggedRequestPage: {
            items: components["schemas"]["LoggedRequest"][];
            next_offset: number | null;
        };
        Login: {
            email: string;
            password: string;
        };
        Looking: {
            seconds?: number;
        };
        MadeKey: {
            id: string;
            name: string;
            scopes: ("profiles:read" | "profiles:write" | "messages:write" | "events:write" | "integrations:read" | "integrations:run" | "payments:read" | "payments:write" | "audit:read" | "data:read" | "data:write" | "files:read" | "files:write" | "analytics:read" | "workflows:run" | "workflows:read")[] | null;
            methods: string[] | null;
            hint: string;
            created_at: components["schemas"]["Moment"];
            made_by: string | null;
            expires_at: components["schemas"]["Moment"] | null;
            allowed_addresses: string[] | null;
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            replaced_by: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
        };
        MadeKeyList: {
            items: components["schemas"]["MadeKey"][];
        };
        MergePreview: {
            dry_run: true;
            survivor_id: string;
            absorbed_ids: string[];
            before: {
                status: string;
                state: {
                    [key: string]: string;
                };
                tags: string[];
                access: {
                    [key: string]: unknown;
                };
                paid_access: components["schemas"]["PaidAccess"][];
            };
            after: {
                status: string;
                state: {
                    [key: string]: string;
                };
                tags: string[];
                access: {
                    [key: string]: unknown;
                };
                paid_access: components["schemas"]["PaidAccess"][];
            };
            conflicts: {
                field: "status" | "state" | "access";
                key: string | null;
                kept: unknown;
                dropped: {
                    profile_id: string;
                    value: unknown;
                }[];
            }[];
            identities: {
                identity_id: string;
                profile_id: string;
            }[];
        };
        MessageRevision: {
            text: string;
        };
        MessageVariant: {
            text?: string;
            buttons?: (string | components["schemas"]["Button"])[];
            image?: string;
            format?: "plain" | "markdown" | "html";
            attachments?: components["schemas"]["Attachment"][];
        };
        Method: {
            id: string;
            name: string;
            description: string;
            environment: "sandbox" | "live";
            target: {
                operation: string;
            } | {
                workflow: string;
            };
            input: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                required: boolean;
                description: string;
                default?: unknown;
                min_length?: number;
                max_length?: number;
                minimum?: number;
                maximum?: number;
                pattern?: string;
                enum?: (string | number)[];
                min_items?: number;
                max_items?: number;
            }[];
            mapping: {
                [key: string]: unknown;
            } | null;
            identity: string | null;
            result: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                description: string;
                value: unknown;
            }[] | null;
            published_version: number | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        MethodCall: {
            [key: string]: unknown;
        };
        MethodCheck: {
            publishable: boolean;
            findings: components["schemas"]["MethodFinding"][];
        };
        MethodFinding: {
            severity: "blocking" | "breaking" | "warning";
            code: string;
            path: (string | number)[];
            message: string;
        };
        MethodKey: {
            id: string;
            name: string;
            methods: string[];
            hint: string;
            created_at: components["schemas"]["Moment"];
            made_by: string | null;
            expires_at: components["schemas"]["Moment"] | null;
            allowed_addresses: string[] | null;
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            replaced_by: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
        };
        MethodKeyList: {
            items: components["schemas"]["MethodKey"][];
        };
        MethodList: {
            items: components["schemas"]["Method"][];
        };
        MethodVersion: {
            version: number;
            url: string;
            contract_url: string;
            name: string;
            description: string;
            environment: "sandbox" | "live";
            target: {
                operation: string;
            } | {
                workflow: string;
            };
            input: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                required: boolean;
                description: string;
                default?: unknown;
                min_length?: number;
                max_length?: number;
                minimum?: number;
                maximum?: number;
                pattern?: string;
                enum?: (string | number)[];
                min_items?: number;
                max_items?: number;
            }[];
            mapping: {
                [key: string]: unknown;
            } | null;
            identity: string | null;
            result: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                description: string;
                value: unknown;
            }[] | null;
            published_at: components["schemas"]["Moment"];
            published_by: string;
            retired_at: components["schemas"]["Moment"] | null;
            template_rules: number;
        };
        MethodVersionList: {
            items: components["schemas"]["MethodVersion"][];
        };
        Moment: string;
        Money: {
            value: string;
            currency: string;
        };
        Needs: {
            environment: "sandbox" | "live";
            unknown: number | null;
            waiting: number | null;
            approvals: number | null;
            held: number | null;
            subscriptions: {
                disabled: number;
                failing: number;
            } | null;
            failures: components["schemas"]["FailureGroup"][] | null;
            exact: boolean;
        };
        NewChannel: {
            type: "webchat" | "telegram" | "webhook";
            name: string;
            environment?: "sandbox" | "live";
            settings?: {
                [key: string]: unknown;
            };
        };
        NewConversationNote: {
            text: string;
            mentions?: string[];
        };
        NewDraftRun: {
            input?: {
                [key: string]: unknown;
            };
            event?: {
                [key: string]: unknown;
            } | null;
            step?: string | null;
            identity_id?: string | null;
            pinned?: {
                [key: string]: unknown;
            };
        };
        NewIdentity: {
            channel_id: string;
            external_id: string;
            name?: string | null;
        };
        NewInvitation: {
            email: string;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
        };
        NewJob: {
            input?: {
                [key: string]: unknown;
            };
            identity_id?: string | null;
            environment?: "sandbox" | "live";
        };
        NewKey: {
            name: string;
            scopes: ("profiles:read" | "profiles:write" | "messages:write" | "events:write" | "integrations:read" | "integrations:run" | "payments:read" | "payments:write" | "audit:read" | "data:read" | "data:write" | "files:read" | "files:write" | "analytics:read" | "workflows:run" | "workflows:read")[];
            expires_at?: string | null;
            allowed_addresses?: string[] | null;
        };
        NewLinkCode: {
            profile_id?: string | null;
            identity_id?: string | null;
            ttl_seconds?: number;
        };
        NewMethodKey: {
            name: string;
            methods: string[];
            expires_at?: string | null;
            allowed_addresses?: string[] | null;
        };
        NewNotifiedBrowser: {
            endpoint: string;
            expirationTime?: unknown;
            keys: {
                p256dh: string;
                auth: string;
            };
        };
        NewPasskey: {
            passkey: components["schemas"]["Passkey"];
            recovery_codes: string[] | null;
        };
        NewPasskeyAnswer: {
            id: string;
            rawId: string;
            type: "public-key";
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        NewPasskeyRequest: {
            name: string;
            passkey: components["schemas"]["NewPasskeyAnswer"];
        };
        NewPersonalToken: {
            name: string;
            expires_at?: string;
            role?: ("owner" | "developer" | "operator" | "analyst" | "billing") | null;
            project_ids?: string[] | null;
            allowed_addresses?: string[] | null;
        };
        NewProject: {
            name: string;
        };
        NewReceiverSecret: {
            secret?: string | null;
        };
        NewRefund: {
            receipt?: components["schemas"]["Receipt"] | null;
        };
        NewRun: {
            input?: {
                [key: string]: unknown;
            };
            identity_id?: string | null;
        };
        NewSigningSecret: {
            signing_secret?: string | null;
        };
        NewTeam: {
            name: string;
            people?: string[];
            gives_out?: boolean;
            takes_handovers?: boolean;
        };
        NewTestConversation: {
            channel_id?: string;
            name?: string;
            which?: "draft" | "published";
            pinned?: {
                [key: string]: unknown;
            };
        };
        NewTotp: {
            secret: string;
            uri: string;
        };
        Notifications: {
            mail: {
                waiting: boolean;
                mine: boolean;
            };
            push: {
                waiting: boolean;
                mine: boolean;
            };
            quiet: {
                from: string;
                to: string;
                time_zone: string;
            } | null;
        };
        NotificationsChange: {
            mail: {
                waiting: boolean;
                mine: boolean;
            };
            push?: {
                waiting: boolean;
                mine: boolean;
            };
            quiet: {
                from: string;
                to: string;
                time_zone: string;
            } | null;
        };
        NotifiedBrowser: {
            id: string;
            device: string;
            created_at: components["schemas"]["Moment"];
        };
        NotifiedBrowsers: {
            public_key: string;
            items: components["schemas"]["NotifiedBrowser"][];
        };
        Offer: {
            readonly id: number;
            source: number;
            readonly source_name: string;
            brand_raw: string | null;
            pn_raw: string;
            condition_raw: string | null;
            status_raw: string | null;
            price_raw: string | null;
            price_currency: string | null;
            weight_value: string | null;
            weight_unit: string | null;
            product_url: string | null;
            raw_payload: unknown;
            raw_hash: string | null;
            readonly created_at: string;
            updated_at?: string | null;
            readonly last_seen_at?: string;
        };
        OfferCreation: {
            created: number;
            updated?: number;
            unchanged?: number;
            skipped: number;
            failed: number;
            ids: number[];
            errors: {
                index: number;
                errors: components["schemas"]["FieldErrors"];
            }[];
        };
        OfferImport: {
            created: number;
            updated?: number;
            unchanged?: number;
            skipped: number;
            failed: number;
            import?: number;
            state?: "done";
            vanished?: number;
            errors: {
                index: number;
                line?: number;
                errors: components["schemas"]["FieldErrors"];
            }[];
            unread_from_line?: number;
        };
        OfferPriceRequest: {
            price_raw: string | number | null;
        };
        OfferReplacement: WithRequired<components["schemas"]["PatchedOffer"], "pn_raw" | "source"> | WithRequired<components["schemas"]["PatchedOffer"], "pn_raw" | "source_identifier">;
        OfferRequest: {
            source_identifier: string;
            source?: number;
            brand_raw?: string | null;
            pn_raw: string;
            condition_raw?: string | null;
            status_raw?: string | null;
            price_raw?: string | number | null;
            price_currency?: string | null;
            weight_value?: string | number | null;
            weight_unit?: string | null;
            product_url?: string | null;
            raw_payload?: unknown;
            raw_hash?: string | null;
        };
        OfferSourceIdRequest: {
            source_id: number;
        };
        OfferSourceRequest: {
            source_identifier: string;
        };
        OfferStatistics: {
            total_offers: number;
            offers_with_price: number;
            by_currency: {
                price_currency: string | null;
                offers: number;
                average_price: string;
                min_price: string;
                max_price: string;
            }[];
            by_condition: {
                condition_raw: string | null;
                offers: number;
            }[];
            by_status: {
                status_raw: string | null;
                offers: number;
            }[];
            by_brand: {
                brand_raw: string | null;
                offers: number;
            }[];
            by_source: {
                source: number;
                source_name: string;
                offers: number;
            }[];
        };
        OfferUpdate: {
            updated: number;
            failed: number;
            errors: {
                index: number;
                id?: number;
                errors: components["schemas"]["FieldErrors"];
            }[];
        };
        OpenInvitation: {
            project_id: string;
            project: string;
            email: string;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
            has_account: boolean;
            expires_at: components["schemas"]["Moment"];
        };
        OpenSession: {
            id: string;
            current: boolean;
            device: string;
            address: string | null;
            new_device: boolean;
            created_at: components["schemas"]["Moment"];
            last_seen_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"];
        };
        OpenSessionList: {
            items: components["schemas"]["OpenSession"][];
        };
        Operation: {
            id: string;
            name: string;
            kind: string;
            description: string;
            connection: string | null;
            environments: ("sandbox" | "live")[];
            input_schema: {
                [key: string]: unknown;
            };
            request: {
                [key: string]: unknown;
            };
            success: {
                status?: number[] | null;
                when?: string | null;
            };
            result?: unknown;
            mock: {
                result: unknown;
                variants: {
                    name: string;
                    when?: string;
                    result?: unknown;
                    error?: {
                        code: string;
                        message: string;
                    };
                }[];
            };
            timeout_ms: number | null;
            max_response_bytes: number;
            repeatable?: true;
            template_rules: number;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        OperationList: {
            items: components["schemas"]["Operation"][];
        };
        OperatorMessage: {
            text?: string;
            buttons?: (string | components["schemas"]["Button"])[];
            keyboard?: "reply" | "inline";
            columns?: number;
            format?: "plain" | "markdown" | "html";
            image?: string;
            variants?: {
                webchat?: components["schemas"]["MessageVariant"];
                telegram?: components["schemas"]["MessageVariant"];
                webhook?: components["schemas"]["MessageVariant"];
            } & {
                [key: string]: unknown;
            };
            typing_seconds?: number;
            attachments?: components["schemas"]["Attachment"][];
            takes_dialog?: boolean;
        };
        OwnedJob: {
            job_id: string;
            operation_id: string;
            environment: "sandbox" | "live";
            status: "queued" | "running" | "succeeded" | "failed" | "unknown";
            input: {
                [key: string]: unknown;
            };
            identity_id: string | null;
            result: unknown;
            error: components["schemas"]["FaultOfCall"] | null;
            answer?: components["schemas"]["HeardAnswer"];
            order_id: string | null;
            created_at: components["schemas"]["Moment"];
            started_at: components["schemas"]["Moment"] | null;
            finished_at: components["schemas"]["Moment"] | null;
            run_id?: string;
            request: {
                method: string;
                url: string;
                headers: {
                    [key: string]: string;
                };
                body?: unknown;
            } | null;
            attempts: number;
            tried: {
                at: components["schemas"]["Moment"];
                error: components["schemas"]["FaultOfCall"];
            }[];
            next_attempt_at: components["schemas"]["Moment"] | null;
            hidden?: string;
        };
        OwnedPayment: {
            order_id: string;
            operation_id: string;
            identity_id: string;
            profile_id: string | null;
            environment: "sandbox" | "live";
            test: boolean;
            status: "created" | "pending" | "succeeded" | "canceled" | "unknown";
            amount: components["schemas"]["Money"];
            description: string;
            payment_url: string | null;
            product: string | null;
            access_until: components["schemas"]["Moment"] | null;
            refund: components["schemas"]["Refund"] | null;
            created_at: components["schemas"]["Moment"];
            paid_at: components["schemas"]["Moment"] | null;
            error: components["schemas"]["Fault"] | null;
            cancellation: {
                party: string;
                reason: string;
            } | null;
            provider_payment_id: string | null;
            problems: {
                code: string;
                message: string;
                at: components["schemas"]["Moment"];
            }[];
            checks: number;
            next_check_at: components["schemas"]["Moment"] | null;
            refunds: components["schemas"]["OwnedRefund"][];
            history: components["schemas"]["AuditEntry"][];
        };
        OwnedRefund: {
            refund_id: string;
            order_id: string;
            environment: "sandbox" | "live";
            status: "queued" | "running" | "succeeded" | "failed" | "unknown";
            amount: components["schemas"]["Money"];
            error: components["schemas"]["Fault"] | null;
            provider_refund_id: string | null;
            created_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
        };
        PaginatedImportList: {
            count?: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Import"][];
        };
        PaginatedOfferList: {
            count?: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Offer"][];
        };
        PaginatedPriceList: {
            count?: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["HeldPrice"][];
        };
        PaginatedSourceList: {
            count?: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Source"][];
        };
        PaidAccess: {
            product: string;
            until: components["schemas"]["Moment"] | null;
            order_id: string;
        };
        Passkey: {
            id: string;
            name: string;
            host: string;
            created_at: components["schemas"]["Moment"];
            last_used_at: components["schemas"]["Moment"] | null;
        };
        PasskeyAnswer: {
            id: string;
            rawId: string;
            type: "public-key";
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
            };
        };
        PasskeyChange: {
            name: string;
        };
        PasskeyLogin: {
            passkey: components["schemas"]["PasskeyAnswer"];
        };
        PasskeyOptions: {
            [key: string]: unknown;
        };
        PasskeyQuestion: {
            login_token?: string;
        };
        PasswordChange: {
            current_password: string;
            new_password: string;
        };
        PasswordReset: {
            token: string;
            new_password: string;
        };
        PasswordResetRequest: {
            email: string;
        };
        PasswordResetRequested: {
            status: "requested";
        };
        PatchedOffer: {
            source_identifier?: string;
            source?: number;
            brand_raw?: string | null;
            pn_raw?: string;
            condition_raw?: string | null;
            status_raw?: string | null;
            price_raw?: string | number | null;
            price_currency?: string | null;
            weight_value?: string | number | null;
            weight_unit?: string | null;
            product_url?: string | null;
            raw_payload?: unknown;
            raw_hash?: string | null;
        };
        PatchedSource: {
            name?: string;
            url?: string | null;
        };
        Payment: {
            order_id: string;
            operation_id: string;
            identity_id: string;
            profile_id: string | null;
            environment: "sandbox" | "live";
            test: boolean;
            status: "created" | "pending" | "succeeded" | "canceled" | "unknown";
            amount: components["schemas"]["Money"];
            description: string;
            payment_url: string | null;
            product: string | null;
            access_until: components["schemas"]["Moment"] | null;
            refund: components["schemas"]["Refund"] | null;
            created_at: components["schemas"]["Moment"];
            paid_at: components["schemas"]["Moment"] | null;
        };
        PaymentList: {
            items: components["schemas"]["Payment"][];
            next_cursor: string | null;
        };
        Person: {
            id: string;
            email: string;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
            since: components["schemas"]["Moment"];
        };
        PersonChange: {
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
        };
        PersonList: {
            items: components["schemas"]["Person"][];
        };
        PersonalToken: {
            id: string;
            name: string;
            hint: string;
            role: ("owner" | "developer" | "operator" | "analyst" | "billing") | null;
            project_ids: string[] | null;
            allowed_addresses: string[];
            created_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"];
            last_used_at: components["schemas"]["Moment"] | null;
            last_used_address: string | null;
            revoked_at: components["schemas"]["Moment"] | null;
        };
        PersonalTokenList: {
            items: components["schemas"]["PersonalToken"][];
        };
        PlacedRow: {
            row: number;
            data: {
                [key: string]: unknown;
            };
        };
        PlacedRows: {
            rows: components["schemas"]["PlacedRow"][];
            revision: number;
            total: number;
            next_offset: number | null;
        };
        PreparedReply: {
            shortcut: string;
            title: string;
            text: string;
            updated_at: components["schemas"]["Moment"];
        };
        PreparedReplyList: {
            items: components["schemas"]["PreparedReply"][];
        };
        PreparedReplyText: {
            title: string;
            text: string;
        };
        Presence: {
            person: {
                id: string;
                email: string;
            };
            is_available: boolean;
            since: components["schemas"]["Moment"] | null;
            open: number;
            name?: string;
            picture?: string;
        };
        PresenceChange: {
            is_available: boolean;
            name?: string | null;
            picture?: string | null;
        };
        PresenceList: {
            items: components["schemas"]["Presence"][];
        };
        Problem: {
            detail: string;
            code: string;
        };
        Profile: {
            id: string;
            status: string;
            state: {
                [key: string]: string;
            };
            tags: string[];
            access: {
                [key: string]: unknown;
            };
            paid_access: components["schemas"]["PaidAccess"][];
            identities: components["schemas"]["Identity"][];
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        ProfileLink: {
            id: string;
            kind: "merge" | "unlink";
            profile_id: string;
            other_profile_ids: string[];
            identity_ids: string[];
            link_code_id: string | null;
            created_at: components["schemas"]["Moment"];
            created_by: components["schemas"]["Actor"];
            undone_at: components["schemas"]["Moment"] | null;
            undone_by: components["schemas"]["Actor"] | null;
        };
        ProfileLinkPage: {
            items: components["schemas"]["ProfileLink"][];
            next_offset: number | null;
        };
        ProfilesToLink: {
            profile_ids: string[];
        };
        Project: {
            id: string;
            name: string;
            role: "owner" | "developer" | "operator" | "analyst" | "billing";
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        ProjectAnalytics: {
            days: number;
            environment: "sandbox" | "live";
            channel_id: string;
            totals: components["schemas"]["Figures"];
            series: components["schemas"]["DailyFigures"][];
            before: {
                totals: components["schemas"]["Figures"];
                series: components["schemas"]["DailyFigures"][];
            } | null;
        };
        ProjectChange: {
            name?: string | null;
        };
        ProjectList: {
            items: components["schemas"]["Project"][];
        };
        Publication: {
            allow_breaking?: boolean;
        };
        PublishedMethod: {
            version: number;
            url: string;
            contract_url: string;
            name: string;
            description: string;
            environment: "sandbox" | "live";
            target: {
                operation: string;
            } | {
                workflow: string;
            };
            input: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                required: boolean;
                description: string;
                default?: unknown;
                min_length?: number;
                max_length?: number;
                minimum?: number;
                maximum?: number;
                pattern?: string;
                enum?: (string | number)[];
                min_items?: number;
                max_items?: number;
            }[];
            mapping: {
                [key: string]: unknown;
            } | null;
            identity: string | null;
            result: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                description: string;
                value: unknown;
            }[] | null;
            published_at: components["schemas"]["Moment"];
            published_by: string;
            retired_at: components["schemas"]["Moment"] | null;
            template_rules: number;
            id: string;
            findings: components["schemas"]["MethodFinding"][];
        };
        PublishedScenario: {
            version: number;
            definition: unknown;
            published_at: components["schemas"]["Moment"];
            published_by: string;
            restored_from: number | null;
            template_rules: number;
            findings: components["schemas"]["Finding"][];
        };
        PublishedWorkflow: {
            id: string;
            version: number;
            published_at: components["schemas"]["Moment"];
            findings: components["schemas"]["Finding"][];
        };
        QueueDepth: {
            items: {
                kind: string;
                queued: number;
                running: number;
                unknown: number;
                oldest_due_at: components["schemas"]["Moment"] | null;
            }[];
            exact: boolean;
        };
        QueuedCall: {
            event_id: string;
            status: "queued";
        };
        QueuedDelivery: {
            id: string;
            status: "queued";
        };
        Rates: {
            base: string | null;
            at: string | null;
            rates: {
                [key: string]: string;
            };
        };
        RatesRequest: {
            base: string;
            at?: string | null;
            rates: {
                [key: string]: string | number;
            };
        };
        Readiness: {
            ready: boolean;
            items: {
                id: string;
                title: string;
                status: "ok" | "warning" | "blocking";
                detail: string;
                action: string | null;
                code: "address_known" | "address_unknown" | "address_unencrypted" | "no_live_channel" | "live_channels" | "bot_secret_lost" | "bot_not_asked" | "endpoint_untried" | "endpoint_fails" | "endpoint_fails_partly" | "endpoint_delivers" | "chat_nowhere" | "chat_shown" | "bot_ok" | "bot_token_refused" | "bot_not_reached" | "bot_no_public_address" | "bot_updates_to_nobody" | "bot_updates_elsewhere" | "bot_updates_refused" | "bot_updates_waiting" | "scenario_none" | "scenario_broken" | "scenario_works" | "draft_faulty" | "draft_works" | "calendar_missing" | "calendar_there" | "workflow_broken" | "workflow_works" | "method_gone" | "method_works" | "connection_untested" | "connection_fails" | "connection_tested_long_ago" | "connection_works" | "shop_secret_lost" | "shop_not_reached" | "shop_disabled" | "shop_without_receipts" | "shop_test" | "shop_live" | "receiver_without_workflow" | "receiver_calls_fail" | "receiver_works" | "receiver_rejects_some" | "receiver_rejects_all" | "receiver_unused" | "receiver_open" | "subscription_disabled" | "subscription_fails" | "subscription_works" | "no_key" | "keys_in_force" | "key_unused" | "key_scopes_unused" | "key_ends" | "key_replaced_in_use" | "password_weak" | "mail_works" | "mail_fails" | "mail_not_tried" | "limit_used_up" | "limit_near" | "limit_far" | "lists_refilling" | "search_filling" | "files_apart" | "file_store_pauses" | "file_store_refuses" | "files_near" | "files_full" | "disk_near" | "disk_full" | "secrets_open" | "secrets_lost" | "key_unknown_to_some" | "key_old_in_use" | "key_spreading" | "key_known" | "key_moving" | "key_moved_partly" | "key_moved" | "outcomes_known" | "outcomes_unknown";
                params: {
                    [key: string]: string | number;
                };
            }[];
        };
        Receipt: {
            customer?: components["schemas"]["ReceiptCustomer"];
            items: components["schemas"]["ReceiptItem"][];
            tax_system_code?: number;
            timezone?: number;
            internet?: boolean;
        } & {
            [key: string]: unknown;
        };
        ReceiptCustomer: {
            full_name?: string;
            inn?: string;
            email?: string;
            phone?: string;
        } & {
            [key: string]: unknown;
        };
        ReceiptItem: {
            description: string;
            quantity: number;
            amount: {
                value: string;
                currency: string;
            } & {
                [key: string]: unknown;
            };
            vat_code: number;
            measure?: "piece" | "gram" | "kilogram" | "ton" | "centimeter" | "decimeter" | "meter" | "square_centimeter" | "square_decimeter" | "square_meter" | "milliliter" | "liter" | "cubic_meter" | "kilowatt_hour" | "gigacalorie" | "day" | "hour" | "minute" | "second" | "kilobyte" | "megabyte" | "gigabyte" | "terabyte" | "another";
            payment_mode?: "full_prepayment" | "partial_prepayment" | "advance" | "full_payment" | "partial_payment" | "credit" | "credit_payment";
            payment_subject?: "commodity" | "excise" | "job" | "service" | "gambling_bet" | "gambling_prize" | "lottery" | "lottery_prize" | "intellectual_activity" | "payment" | "agent_commission" | "property_right" | "non_operating_gain" | "insurance_premium" | "sales_tax" | "resort_fee" | "composite" | "another" | "fine" | "tax" | "lien" | "cost" | "pension_insurance_without_payouts" | "pension_insurance_with_payouts" | "health_insurance_without_payouts" | "health_insurance_with_payouts" | "health_insurance" | "casino" | "agent_withdrawals" | "non_marked_excise" | "marked_excise" | "marked" | "non_marked";
        } & {
            [key: string]: unknown;
        };
        ReceivedCall: {
            event_id: string;
            at: components["schemas"]["Moment"];
            request_id: string | null;
            replay_of?: string;
            headers: {
                [key: string]: string;
            };
            body: unknown;
            outcome: {
                status: "handled" | "failed";
                runs: string[];
                flows: number;
                moved?: string[];
                not_started?: {
                    workflow: string;
                    error: {
                        code: string;
                        message: string;
                    };
                }[];
                error: {
                    code: string;
                    message: string;
                } | null;
            } | null;
            hidden?: string;
        };
        Receiver: {
            id: string;
            slug: string;
            name: string;
            target: ({
                event: {
                    identity: string | {
                        channel_id: string;
                        external_id: string;
                        create?: boolean;
                        name?: string;
                    } | {
                        state_field: string;
                        state_value: string;
                        channel_id?: string;
                    };
                    text: string;
                    data: {
                        [key: string]: unknown;
                    };
                    answers?: boolean;
                };
            } | {
                workflow: string;
                input: {
                    [key: string]: unknown;
                };
                identity?: string | {
                    channel_id: string;
                    external_id: string;
                    create?: boolean;
                    name?: string;
                } | {
                    state_field: string;
                    state_value: string;
                    channel_id?: string;
                };
            }) | null;
            url: string;
            secret: string;
            verification: components["schemas"]["Verification"];
            warning: string | null;
            dedupe_id: string | null;
            response: {
                status: number;
                content_type: string | null;
                body: unknown;
            } | null;
            template_rules: number;
            previous_secret_until: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        ReceiverList: {
            items: components["schemas"]["Receiver"][];
        };
        Record: {
            id: string;
            kind: string;
            status: string;
            environment: "sandbox" | "live";
            identity_id: string | null;
            request_id: string | null;
            attempts: number;
            error: components["schemas"]["Fault"] | null;
            answer?: components["schemas"]["HeardAnswer"];
            settlement: {
                outcome: "done" | "failed" | "retry";
                note: string;
                at: components["schemas"]["Moment"];
                by: string;
                rerun?: string;
            } | null;
            created_at: components["schemas"]["Moment"];
            started_at: components["schemas"]["Moment"] | null;
            finished_at: components["schemas"]["Moment"] | null;
            hidden?: string;
        };
        RecordPage: {
            items: components["schemas"]["Record"][];
            next_offset: number | null;
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        Refund: {
            refund_id: string;
            status: "queued" | "running" | "succeeded" | "failed" | "unknown";
            amount: components["schemas"]["Money"];
            error: components["schemas"]["Fault"] | null;
        };
        RefundList: {
            items: components["schemas"]["OwnedRefund"][];
            next_cursor: string | null;
        };
        Rejecting: {
            comment?: string | null;
        };
        RenderedReply: {
            text: string;
        };
        Rerun: {
            version?: "newest" | "same";
            from?: "beginning" | "failed" | "after";
            step?: string;
            result?: unknown;
        };
        RowChange: {
            set?: {
                [key: string]: unknown;
            };
            unset?: string[];
            if_revision?: number | null;
        };
        RowsImport: {
            rows: number;
            columns: string[];
            faults: {
                line: number;
                column: string | null;
                message: string;
            }[];
            preview: {
                [key: string]: unknown;
            }[];
            written: number;
            total: number;
            revision: number;
        };
        Run: {
            run_id: string;
            workflow: string;
            version: number;
            environment: "sandbox" | "live";
            status: "queued" | "running" | "waiting" | "succeeded" | "failed" | "unknown";
            input: {
                [key: string]: unknown;
            };
            output: unknown;
            error: components["schemas"]["Fault"] | null;
            cause?: {
                code: string;
                message: string;
                step: string;
            };
            identity_id: string | null;
            started_by?: string;
            event?: {
                [key: string]: unknown;
            };
            rerun_of?: string;
            waits_until?: components["schemas"]["Moment"];
            steps: components["schemas"]["RunStep"][];
            created_at: components["schemas"]["Moment"];
            started_at: components["schemas"]["Moment"] | null;
            finished_at: components["schemas"]["Moment"] | null;
            hidden?: string;
        };
        RunList: {
            items: components["schemas"]["RunSummary"][];
            next_cursor: string | null;
        };
        RunStep: {
            id: string;
            type: string;
            status: "succeeded" | "failed" | "waiting";
            input: unknown;
            output: unknown;
            error: components["schemas"]["Fault"] | null;
            within: components["schemas"]["StepPlace"][];
            answer?: components["schemas"]["HeardAnswer"];
            job_id: string | null;
            started_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
        };
        RunSummary: {
            run_id: string;
            workflow: string;
            version: number;
            environment: "sandbox" | "live";
            status: "queued" | "running" | "waiting" | "succeeded" | "failed" | "unknown";
            step: string | null;
            error: components["schemas"]["Fault"] | null;
            identity_id: string | null;
            rerun_of: string | null;
            created_at: components["schemas"]["Moment"];
            started_at: components["schemas"]["Moment"] | null;
            finished_at: components["schemas"]["Moment"] | null;
        };
        SampleCall: {
            body?: string;
            content_type?: string;
            headers?: {
                [key: string]: string;
            };
        };
        SampleDelivery: {
            type?: "message.received" | "message.sent" | "message.read" | "message.failed" | "message.unknown" | "message.edited" | "message.deleted" | "revision.failed" | "revision.unknown" | "job.succeeded" | "job.failed" | "job.unknown" | "run.created" | "run.succeeded" | "run.failed" | "run.unknown" | "payment.created" | "payment.succeeded" | "payment.canceled" | "payment.unknown" | "refund.succeeded" | "refund.failed" | "refund.unknown" | "file.created" | "file.failed" | "profile.updated" | "dialog.handover" | "dialog.unanswered" | "dialog.failed" | "approval.requested" | "approval.approved" | "approval.rejected" | "approval.timed_out" | "approval.canceled" | "person.invited" | "person.invitation_withdrawn" | "person.joined" | "person.role_changed" | "person.removed" | "owner.logged_in" | "owner.login_failed" | "owner.factor_failed" | "owner.session_ended" | "owner.new_device" | "owner.password_changed" | "owner.factor_added" | "owner.factor_removed" | "key.created" | "key.updated" | "key.rotated" | "key.revoked" | "method_key.created" | "method_key.updated" | "method_key.rotated" | "method_key.revoked" | "view.customer" | "view.customers" | "view.rows" | "view.file" | "view.search";
        };
        Scenario: {
            draft: components["schemas"]["ScenarioDraft"];
            published: components["schemas"]["ScenarioVersion"] | null;
            hidden?: string;
        };
        ScenarioDraft: {
            definition: unknown;
            updated_at: components["schemas"]["Moment"] | null;
        };
        ScenarioVersion: {
            version: number;
            definition: unknown;
            published_at: components["schemas"]["Moment"];
            published_by: string;
            restored_from: number | null;
            template_rules: number;
        };
        ScenarioVersionList: {
            items: components["schemas"]["ScenarioVersion"][];
        };
        SecondFactor: {
            login_token: string;
            code?: string;
            recovery_code?: string;
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        SecondFactors: {
            totp: {
                since: components["schemas"]["Moment"];
                last_used_at: components["schemas"]["Moment"] | null;
            } | null;
            passkeys: components["schemas"]["Passkey"][];
            recovery_codes_left: number;
            passkeys_at: string | null;
        };
        SentMessage: {
            id: string;
            status: "queued" | "running" | "sent" | "succeeded" | "failed" | "unknown";
            environment: "sandbox" | "live";
            error: components["schemas"]["Fault"] | null;
            created_at: components["schemas"]["Moment"];
            finished_at: components["schemas"]["Moment"] | null;
            direction: "out";
            author: "customer" | "scenario" | "operator" | "client";
            text: string;
            buttons: {
                text: string;
                id?: string;
                url?: string;
                payload?: unknown;
            }[];
            keyboard: "reply" | "inline";
            columns: number;
            format: "plain" | "markdown" | "html";
            image: string;
            variants: {
                [key: string]: unknown;
            };
            typing_seconds?: number;
            attachments?: {
                type: "image" | "document" | "audio" | "video";
                url?: string;
                file_id?: string;
                name?: string;
            }[];
            read_at: components["schemas"]["Moment"] | null;
            edited_at?: components["schemas"]["Moment"];
            deleted_at?: components["schemas"]["Moment"];
        };
        Session: {
            owner: {
                id: string;
                email: string;
                may_make_projects: boolean;
            };
            projects: {
                id: string;
                name: string;
                role: "owner" | "developer" | "operator" | "analyst" | "billing";
            }[];
            csrf_token: string;
        };
        Settings: {
            time_zone: string;
            retention: {
                audit: number;
                request_log: number;
                tasks: number;
                workflow_runs: number;
                dialogs: number;
                transcripts: number;
                conversations: number;
                files: number;
            };
            retention_at_most: {
                audit: number;
                request_log: number;
                tasks: number;
                workflow_runs: number;
                dialogs: number;
                transcripts: number;
                conversations: number;
                files: number;
            };
            last_removals: {
                rule: string;
                at: components["schemas"]["Moment"];
                removed: number;
            }[];
            telegram_bot_token: "set" | "not set";
            telegram_bot_id: string | null;
            telegram_test_environment: boolean;
            telegram_max_age_seconds: number;
            vk_app_secret: "set" | "not set";
            vk_app_id: string | null;
            vk_channel_id: string | null;
            vk_max_age_seconds: number;
        };
        SettingsChange: {
            time_zone?: string | null;
            retention?: {
                audit?: number | null;
                request_log?: number | null;
                tasks?: number | null;
                workflow_runs?: number | null;
                dialogs?: number | null;
                transcripts?: number | null;
                conversations?: number | null;
                files?: number | null;
            } | null;
            telegram_bot_id?: string | null;
            telegram_test_environment?: boolean | null;
            telegram_max_age_seconds?: number | null;
            vk_app_id?: string | null;
            vk_channel_id?: string | null;
            vk_max_age_seconds?: number | null;
            telegram_bot_token?: unknown;
            vk_app_secret?: unknown;
        };
        Settlement: {
            outcome: "done" | "failed" | "retry";
            note?: string;
        };
        SkippedWait: {
            until?: components["schemas"]["Moment"];
        };
        Source: {
            readonly id: number;
            name: string;
            url: string | null;
            readonly updated_at: string;
        };
        SourceAliases: {
            aliases: string[];
        };
        SourceAliasesRequest: {
            aliases: string[];
        };
        SourceCreation: {
            created: number;
            failed: number;
            results: components["schemas"]["Source"][];
            errors: {
                index: number;
                errors: components["schemas"]["FieldErrors"];
            }[];
        };
        SourceMerge: {
            merged: number;
            moved: number;
            kept: number;
            deleted: number;
            not_found: number[];
        };
        SourceMergeRequest: {
            sources: number[];
            duplicates?: "keep" | "delete";
        };
        SourceRequest: {
            name: string;
            url?: string | null;
        };
        SourceStatistics: {
            total_sources: number;
            sources_with_offers: number;
            total_offers: number;
            by_currency: {
                price_currency: string | null;
                offers: number;
                average_price: string;
                min_price: string;
                max_price: string;
            }[];
            sources: {
                id: number;
                name: string;
                url: string | null;
                offers_count: number;
                by_currency: {
                    price_currency: string | null;
                    offers: number;
                    average_price: string;
                    min_price: string;
                    max_price: string;
                }[];
            }[];
        };
        StartedDraftRun: {
            run_id: string;
            status: "queued";
            version: number;
            findings: components["schemas"]["Finding"][];
        };
        StartedRerun: {
            run_id: string;
            status: "queued";
            version: number;
            settled?: string[];
        };
        StartedRun: {
            run_id: string;
            status: "queued";
            version: number;
        };
        StartedTestConversation: {
            identity_id: string;
            channel_id: string;
            version: number;
            findings: components["schemas"]["Finding"][];
        };
        StepChange: {
            id: string;
            type: string;
            change: "added" | "removed" | "changed";
            moved: boolean;
            paths: components["schemas"]["DefinitionChange"][];
        };
        StepDay: {
            date: string;
            reached: number;
            left: number;
            failed: number;
        };
        StepFigures: {
            id: string;
            type: string;
            reached: number;
            left: number;
            failed: number;
            waiting: number;
            series: components["schemas"]["StepDay"][];
        };
        StepPlace: {
            step: string;
            round?: number;
            branch?: number;
            flow?: string;
        };
        StrictOfferRequest: {
            source_identifier: number | string;
            source?: number;
            brand_raw?: string | null;
            pn_raw: string;
            condition_raw?: string | null;
            status_raw?: string | null;
            price_raw?: string | number | null;
            price_currency?: string | null;
            weight_value?: string | number | null;
            weight_unit?: string | null;
            product_url?: string | null;
            raw_payload?: unknown;
            raw_hash?: string | null;
        };
        Subscription: {
            slug: string;
            name: string;
            kinds: ("message.received" | "message.sent" | "message.read" | "message.failed" | "message.unknown" | "message.edited" | "message.deleted" | "revision.failed" | "revision.unknown" | "job.succeeded" | "job.failed" | "job.unknown" | "run.created" | "run.succeeded" | "run.failed" | "run.unknown" | "payment.created" | "payment.succeeded" | "payment.canceled" | "payment.unknown" | "refund.succeeded" | "refund.failed" | "refund.unknown" | "file.created" | "file.failed" | "profile.updated" | "dialog.handover" | "dialog.unanswered" | "dialog.failed" | "approval.requested" | "approval.approved" | "approval.rejected" | "approval.timed_out" | "approval.canceled" | "person.invited" | "person.invitation_withdrawn" | "person.joined" | "person.role_changed" | "person.removed" | "owner.logged_in" | "owner.login_failed" | "owner.factor_failed" | "owner.session_ended" | "owner.new_device" | "owner.password_changed" | "owner.factor_added" | "owner.factor_removed" | "key.created" | "key.updated" | "key.rotated" | "key.revoked" | "method_key.created" | "method_key.updated" | "method_key.rotated" | "method_key.revoked" | "view.customer" | "view.customers" | "view.rows" | "view.file" | "view.search" | "message.*" | "revision.*" | "job.*" | "run.*" | "payment.*" | "refund.*" | "file.*" | "profile.*" | "dialog.*" | "approval.*" | "person.*" | "owner.*" | "key.*" | "method_key.*" | "view.*")[];
            environments: ("sandbox" | "live")[];
            url: string;
            signing_secret: string;
            previous_secret_until: components["schemas"]["Moment"] | null;
            status: "enabled" | "disabled";
            reason: string | null;
            disabled_at: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        SubscriptionList: {
            items: components["schemas"]["Subscription"][];
        };
        Table: {
            id: string;
            table_id: string;
            name: string;
            columns: {
                name: string;
                type: "text" | "number" | "integer" | "boolean" | "date" | "json";
                required: boolean;
                description: string;
            }[];
            enforce: boolean;
            environments: {
                sandbox: {
                    rows: number;
                    revision: number;
                };
                live: {
                    rows: number;
                    revision: number;
                };
            };
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        TablePage: {
            items: components["schemas"]["Table"][];
            next_offset: number | null;
        };
        TagFigures: {
            tag: string;
            totals: components["schemas"]["Figures"];
        };
        TagFiguresPage: {
            items: components["schemas"]["TagFigures"][];
            next_cursor: string | null;
        };
        TaggedCustomers: {
            changed: number;
            not_found: string[];
        };
        TagsOfCustomers: {
            profile_ids: string[];
            add?: string[];
            remove?: string[];
        };
        Team: {
            id: string;
            name: string;
            people: {
                id: string;
                email: string;
            }[];
            gives_out: boolean;
            takes_handovers: boolean;
            created_at: components["schemas"]["Moment"];
        };
        TeamChange: {
            name?: string;
            people?: string[];
            gives_out?: boolean;
            takes_handovers?: boolean;
        };
        TeamList: {
            items: components["schemas"]["Team"][];
        };
        TestConversation: {
            identity_id: string;
            channel_id: string;
            version: number;
            started_at: components["schemas"]["Moment"];
            dialog: components["schemas"]["Dialog"] | null;
            messages: components["schemas"]["HistoryItem"][];
            next_offset: number | null;
        };
        TestReport: {
            ok: boolean;
            status: number | null;
            detail: string;
            reason?: "address_refused" | "name_unknown" | "connection_refused" | "no_connection" | "certificate_expired" | "certificate_refused" | "tls_failed" | "not_reached" | "no_answer";
            answer?: components["schemas"]["HeardAnswer"];
            hidden?: string;
        };
        TestWords: {
            text?: string;
            button?: {
                message_id: string;
                index: number;
            };
            attachments?: {
                type: "image" | "document" | "audio" | "video";
                file_id: string;
            }[];
            data?: {
                [key: string]: unknown;
            };
        };
        TotpCode: {
            code: string;
        };
        TriedCall: {
            request: {
                method: "POST";
                url: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
                curl: string;
            };
            answer: {
                status: number;
                content_type: string | null;
                body: string;
            };
        };
        TriedDelivery: {
            ok: boolean;
            status: number | null;
            detail: string;
            duration_ms: number;
            request: {
                url: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
            answer: string | null;
            answer_headers: {
                [key: string]: string;
            };
            answer_truncated: boolean;
        };
        TriedMethod: {
            job_id: string;
            status: "queued";
            status_url: string;
        };
        UndoneLink: {
            id: string;
            kind: "merge" | "unlink";
            profile_id: string;
            other_profile_ids: string[];
            identity_ids: string[];
            link_code_id: string | null;
            created_at: components["schemas"]["Moment"];
            created_by: components["schemas"]["Actor"];
            undone_at: components["schemas"]["Moment"] | null;
            undone_by: components["schemas"]["Actor"] | null;
            profiles: components["schemas"]["Profile"][];
        };
        UploadedFile: {
            file_id: string;
            environment: "sandbox" | "live";
            name: string;
            type: string;
            size: number;
            width: number | null;
            height: number | null;
            sha256: string;
            created_at: components["schemas"]["Moment"];
        };
        Usage: {
            unfinished: {
                used: number;
                limit: number;
            };
            accepted_today: {
                used: number;
                limit: number;
                resets_at: components["schemas"]["Moment"];
            };
            files: {
                used: number;
                limit: number;
            };
            requests_per_minute: number;
        };
        ValidationItem: {
            type: string;
            loc: (string | number)[];
            msg: string;
            input?: unknown;
            ctx?: {
                [key: string]: unknown;
            };
        };
        ValidationProblem: {
            detail: components["schemas"]["ValidationItem"][];
        };
        Verification: {
            type: "service";
        } | {
            type: "standard-webhooks";
        } | {
            type: "github";
        } | {
            type: "stripe";
        } | {
            type: "shopify";
        } | {
            type: "slack";
        } | {
            type: "telegram-secret";
        } | {
            type: "hmac";
            header: string;
            algorithm: "sha1" | "sha256" | "sha512";
            encoding: "hex" | "base64";
            prefix: string;
            signed: string;
            timestamp_header: string | null;
            tolerance_seconds: number;
        } | {
            type: "token";
            in: "header" | "query";
            name: string;
            prefix: string;
        } | {
            type: "basic";
            username: string;
        } | {
            type: "none";
        };
        WaitingList: {
            import: number;
            state: "done" | "needs_confirmation";
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            vanished: number;
            failed: number;
            errors: {
                index: number;
                line?: number;
                errors: components["schemas"]["FieldErrors"];
            }[];
        };
        WantedConnection: {
            name: string;
            kind?: "http" | "webhook" | "yookassa";
            settings?: {
                [key: string]: unknown;
            };
        };
        WantedDraft: {
            definition: {
                [key: string]: unknown;
            };
            view?: {
                [key: string]: unknown;
            } | null;
        };
        WantedMethod: {
            name: string;
            description?: string;
            environment?: "sandbox" | "live";
            target: {
                operation?: string | null;
                workflow?: string | null;
            };
            input?: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                required?: boolean;
                description?: string;
                default?: unknown;
                min_length?: number | null;
                max_length?: number | null;
                minimum?: number | null;
                maximum?: number | null;
                pattern?: string | null;
                enum?: (string | number)[] | null;
                min_items?: number | null;
                max_items?: number | null;
            }[];
            mapping?: {
                [key: string]: unknown;
            } | null;
            identity?: string | null;
            result?: {
                name: string;
                type: "string" | "integer" | "number" | "boolean" | "object" | "array";
                description?: string;
                value?: unknown;
            }[] | null;
        };
        WantedOperation: {
            name: string;
            description?: string;
            connection?: string | null;
            environments?: ("sandbox" | "live")[];
            input_schema?: {
                [key: string]: unknown;
            };
            kind?: "http" | "webhook" | "payment";
            request?: {
                [key: string]: unknown;
            };
            success?: {
                status?: number[] | null;
                when?: string | null;
            };
            result?: unknown;
            mock?: {
                result?: unknown;
                variants?: {
                    name: string;
                    when?: string;
                    result?: unknown;
                    error?: {
                        code: string;
                        message?: string;
                    };
                }[];
            };
            timeout_ms?: number | null;
            max_response_bytes?: number;
            repeatable?: boolean | null;
        };
        WantedReceiver: {
            name: string;
            target?: {
                event?: {
                    identity: string | {
                        channel_id: string;
                        external_id: string;
                        create?: boolean;
                        name?: string;
                    } | {
                        state_field: string;
                        state_value: string;
                        channel_id?: string;
                    };
                    text: string;
                    data?: {
                        [key: string]: unknown;
                    };
                    answers?: boolean;
                };
                workflow?: string;
                input?: {
                    [key: string]: unknown;
                };
                identity?: string | {
                    channel_id: string;
                    external_id: string;
                    create?: boolean;
                    name?: string;
                } | {
                    state_field: string;
                    state_value: string;
                    channel_id?: string;
                };
            } | null;
            verification?: ({
                type: "service";
            } | {
                type: "standard-webhooks";
            } | {
                type: "github";
            } | {
                type: "stripe";
            } | {
                type: "shopify";
            } | {
                type: "slack";
            } | {
                type: "telegram-secret";
            } | {
                type: "hmac";
                header: string;
                algorithm?: "sha1" | "sha256" | "sha512";
                encoding?: "hex" | "base64";
                prefix?: string;
                signed?: string;
                timestamp_header?: string | null;
                tolerance_seconds?: number;
            } | {
                type: "token";
                in?: "header" | "query";
                name: string;
                prefix?: string;
            } | {
                type: "basic";
                username: string;
            } | {
                type: "none";
            }) | null;
            secret?: string | null;
            dedupe_id?: string | null;
            response?: {
                status?: number;
                content_type?: string | null;
                body?: unknown;
            } | null;
        };
        WantedRow: {
            data: {
                [key: string]: unknown;
            };
            if_revision?: number | null;
        };
        WantedSubscription: {
            name?: string;
            kinds: ("message.received" | "message.sent" | "message.read" | "message.failed" | "message.unknown" | "message.edited" | "message.deleted" | "revision.failed" | "revision.unknown" | "job.succeeded" | "job.failed" | "job.unknown" | "run.created" | "run.succeeded" | "run.failed" | "run.unknown" | "payment.created" | "payment.succeeded" | "payment.canceled" | "payment.unknown" | "refund.succeeded" | "refund.failed" | "refund.unknown" | "file.created" | "file.failed" | "profile.updated" | "dialog.handover" | "dialog.unanswered" | "dialog.failed" | "approval.requested" | "approval.approved" | "approval.rejected" | "approval.timed_out" | "approval.canceled" | "person.invited" | "person.invitation_withdrawn" | "person.joined" | "person.role_changed" | "person.removed" | "owner.logged_in" | "owner.login_failed" | "owner.factor_failed" | "owner.session_ended" | "owner.new_device" | "owner.password_changed" | "owner.factor_added" | "owner.factor_removed" | "key.created" | "key.updated" | "key.rotated" | "key.revoked" | "method_key.created" | "method_key.updated" | "method_key.rotated" | "method_key.revoked" | "view.customer" | "view.customers" | "view.rows" | "view.file" | "view.search" | "message.*" | "revision.*" | "job.*" | "run.*" | "payment.*" | "refund.*" | "file.*" | "profile.*" | "dialog.*" | "approval.*" | "person.*" | "owner.*" | "key.*" | "method_key.*" | "view.*")[];
            environments?: ("sandbox" | "live")[];
            url: string;
            signing_secret?: string | null;
        };
        WantedTable: {
            name: string;
            columns?: {
                name: string;
                type: "text" | "number" | "integer" | "boolean" | "date" | "json";
                required?: boolean;
                description?: string;
            }[];
            enforce?: boolean;
        };
        WantedWorkflow: {
            name: string;
            description?: string;
            environment?: "sandbox" | "live";
            definition?: {
                [key: string]: unknown;
            };
            view?: {
                [key: string]: unknown;
            } | null;
        };
        Workflow: {
            id: string;
            name: string;
            description: string;
            environment: "sandbox" | "live";
            definition: unknown;
            published_version: number | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
            hidden?: string;
        };
        WorkflowList: {
            items: components["schemas"]["Workflow"][];
        };
        WorkflowVersion: {
            version: number;
            definition: unknown;
            published_at: components["schemas"]["Moment"];
            published_by: string;
            template_rules: number;
        };
        WorkflowVersionList: {
            items: components["schemas"]["WorkflowVersion"][];
        };
    };
    responses: {
        BodyUnreadable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "body_unreadable";
                };
            };
        };
        BodyTooSlow: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "body_too_slow";
                };
            };
        };
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "body_too_large";
                };
            };
        };
        TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManyLogins: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "too_many_bodies" | "database_unavailable" | "busy" | "secrets_lost" | "starting" | "stopping" | "too_many_logins";
                };
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "internal_error";
                };
            };
        };
        WrongCredentialsOrSecondFactorRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "wrong_credentials" | "second_factor_required";
                    login_token?: string;
                    kinds?: ("totp" | "passkey" | "recovery_code")[];
                    expires_at?: string;
                };
            };
        };
        CsrfFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "csrf_failed";
                };
            };
        };
        TooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "too_many_attempts";
                };
            };
        };
        ValidationProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        SessionRequiredOrTwoCredentials: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_required" | "two_credentials";
                };
            };
        };
        SessionRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited";
                };
            };
        };
        SessionOnly: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_only";
                };
            };
        };
        DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "database_unavailable" | "busy" | "secrets_lost" | "starting" | "stopping";
                };
            };
        };
        SessionOnlyOrCsrfFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_only" | "csrf_failed";
                };
            };
        };
        TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "too_many_bodies" | "database_unavailable" | "busy" | "secrets_lost" | "starting" | "stopping";
                };
            };
        };
        LoginExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "login_expired";
                };
            };
        };
        FactorRefusedOrCsrfFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "factor_refused" | "csrf_failed";
                };
            };
        };
        PasskeysElsewhere: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "passkeys_elsewhere";
                };
            };
        };
        RateLimitedOrTooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_attempts";
                };
            };
        };
        SessionOnlyOrCsrfFailedOrFactorRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_only" | "csrf_failed" | "factor_refused";
                };
            };
        };
        NoSecondFactor: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "no_second_factor";
                };
            };
        };
        NoSecondFactorOrPasskeysElsewhere: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "no_second_factor" | "passkeys_elsewhere";
                };
            };
        };
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_not_found";
                };
            };
        };
        NoMail: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "no_mail";
                };
            };
        };
        ResetNotOpen: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "reset_not_open";
                };
            };
        };
        SessionOnlyOrCsrfFailedOrConfirmationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_only" | "csrf_failed" | "confirmation_required";
                };
            };
        };
        SecondFactorExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "second_factor_exists";
                };
            };
        };
        SessionOnlyOrCsrfFailedOrConfirmationRequiredOrFactorRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_only" | "csrf_failed" | "confirmation_required" | "factor_refused";
                };
            };
        };
        SecondFactorNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "second_factor_not_found";
                };
            };
        };
        PasskeysElsewhereOrSecondFactorExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "passkeys_elsewhere" | "second_factor_exists";
                };
            };
        };
        InvitationNotOpen: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "invitation_not_open";
                };
            };
        };
        BrowserNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "browser_not_found";
                };
            };
        };
        RateLimitedOrTooManyTrials: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_trials";
                };
            };
        };
        TooManyTokens: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "too_many_tokens";
                };
            };
        };
        TokenNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "token_not_found";
                };
            };
        };
        SessionRequiredOrTwoCredentialsOrInvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_required" | "two_credentials" | "invalid_token";
                };
            };
        };
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_wrong_keys";
                };
            };
        };
        AddressNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed";
                };
            };
        };
        SessionOnlyOrCsrfFailedOrMayNotMakeProjects: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "session_only" | "csrf_failed" | "may_not_make_projects";
                };
            };
        };
        ProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found";
                };
            };
        };
        AddressNotAllowedOrCsrfFailedOrRoleRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed" | "csrf_failed" | "role_required";
                };
            };
        };
        AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed" | "csrf_failed" | "role_required" | "confirmation_required";
                };
            };
        };
        ProjectHasPayments: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_has_payments";
                };
            };
        };
        AddressNotAllowedOrRoleRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed" | "role_required";
                };
            };
        };
        ChannelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "channel_not_found";
                };
            };
        };
        PersonNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "person_not_found";
                };
            };
        };
        LastOwner: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "last_owner";
                };
            };
        };
        RateLimitedOrTooManyWrongKeysOrTooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_wrong_keys" | "too_many_attempts";
                };
            };
        };
        AlreadyInProjectOrTooManyInvitations: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "already_in_project" | "too_many_invitations";
                };
            };
        };
        InvitationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "invitation_not_found";
                };
            };
        };
        RateLimitedOrTooManyWrongKeysOrTooManyStreams: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_wrong_keys" | "too_many_streams";
                };
            };
        };
        AddressNotAllowedOrSessionOnly: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed" | "session_only";
                };
            };
        };
        KeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "key_not_found";
                };
            };
        };
        KeyReplaced: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "key_replaced";
                };
            };
        };
        ChannelWithoutSecret: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "channel_without_secret";
                };
            };
        };
        MiniappNotConfigured: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "miniapp_not_configured";
                };
            };
        };
        DraftChanged: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "draft_changed";
                    current?: components["schemas"]["EditedDraft"] | null;
                };
            };
        };
        NotATestCustomerOrNoSandboxChannelOrNotPublishableOrScenarioNotPublished: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "not_a_test_customer" | "no_sandbox_channel" | "not_publishable" | "scenario_not_published";
                    findings?: (components["schemas"]["Finding"] | components["schemas"]["MethodFinding"])[];
                };
            };
        };
        TestConversationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "test_conversation_not_found";
                };
            };
        };
        TooMuchWork: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_wrong_keys" | "queue_full" | "daily_limit";
                };
            };
        };
        TestConversationOrFileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "test_conversation_not_found" | "file_not_found";
                };
            };
        };
        RateLimitedOrTooManyWrongKeysOrFileQuota: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_wrong_keys" | "file_quota";
                    quota?: "customer" | "channel" | "project" | "address";
                };
            };
        };
        DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrDiskFullOrFilesUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "database_unavailable" | "busy" | "secrets_lost" | "starting" | "stopping" | "disk_full" | "files_unavailable";
                };
            };
        };
        NoSuchWait: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "no_such_wait";
                };
            };
        };
        NotPublishable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "not_publishable";
                    findings?: (components["schemas"]["Finding"] | components["schemas"]["MethodFinding"])[];
                };
            };
        };
        VersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "version_not_found";
                };
            };
        };
        WorkflowNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "workflow_not_found";
                };
            };
        };
        DraftChangedOrAlreadyExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "draft_changed" | "already_exists";
                    current?: components["schemas"]["EditedDraft"] | null;
                };
            };
        };
        TargetPublished: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "target_published";
                };
            };
        };
        WorkflowOrVersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "workflow_not_found" | "version_not_found";
                };
            };
        };
        WorkflowOrIdentityNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "workflow_not_found" | "identity_not_found";
                };
            };
        };
        WorkflowNotPublished: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "workflow_not_published" | "idempotency_key_reused";
                };
            };
        };
        NotPublishableOrATestCustomer: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "not_publishable" | "not_a_test_customer" | "idempotency_key_reused";
                    findings?: (components["schemas"]["Finding"] | components["schemas"]["MethodFinding"])[];
                };
            };
        };
        RunOrWorkflowNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "run_not_found" | "workflow_not_found";
                };
            };
        };
        RunNotEndedOrWorkflowNotPublishedOrRunNotFailedOrStepNotReachedOrStepNotRestartableOrOutcomeUnknownOrDraftGoneOrJobNotSucceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "run_not_ended" | "workflow_not_published" | "run_not_failed" | "step_not_reached" | "step_not_restartable" | "outcome_unknown" | "draft_gone" | "job_not_succeeded" | "idempotency_key_reused";
                };
            };
        };
        RunNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "run_not_found";
                };
            };
        };
        NotInSandboxOrNoSuchWait: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "not_in_sandbox" | "no_such_wait";
                };
            };
        };
        ApprovalNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "approval_not_found";
                };
            };
        };
        AlreadyDecided: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "already_decided";
                };
            };
        };
        ConnectionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "connection_not_found";
                };
            };
        };
        AlreadyExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "already_exists";
                };
            };
        };
        ConnectionInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "connection_in_use";
                };
            };
        };
        OperationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "operation_not_found";
                };
            };
        };
        IdentityOrOperationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "identity_not_found" | "operation_not_found";
                };
            };
        };
        EnvironmentNotAvailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "idempotency_key_reused" | "environment_not_available";
                };
            };
        };
        JobNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "job_not_found";
                };
            };
        };
        PaymentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "payment_not_found";
                };
            };
        };
        NotRefundable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "idempotency_key_reused" | "not_refundable";
                };
            };
        };
        MethodNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "method_not_found";
                };
            };
        };
        NotPublishableOrBreakingChanges: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "not_publishable" | "breaking_changes";
                    findings?: (components["schemas"]["Finding"] | components["schemas"]["MethodFinding"])[];
                };
            };
        };
        IdentityOrMethodNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "identity_not_found" | "method_not_found";
                };
            };
        };
        TargetOrEnvironmentNotAvailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "idempotency_key_reused" | "target_not_available" | "environment_not_available";
                };
            };
        };
        VersionRetired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "version_retired";
                    newest_version?: number | null;
                };
            };
        };
        MethodOrVersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "method_not_found" | "version_not_found";
                };
            };
        };
        TableNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "table_not_found";
                };
            };
        };
        RevisionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "revision_conflict";
                    revision?: number;
                    data?: Record<string, never>;
                };
            };
        };
        TableOrRowNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "table_not_found" | "row_not_found";
                };
            };
        };
        TooManyColumns: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "too_many_columns";
                };
            };
        };
        RevisionConflictOrTableChanged: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "revision_conflict" | "table_changed";
                    revision?: number;
                    data?: Record<string, never>;
                };
            };
        };
        FileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "file_not_found";
                };
            };
        };
        FileInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "file_in_use";
                };
            };
        };
        ReceiverNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "receiver_not_found";
                };
            };
        };
        ReceiverUnverified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "receiver_unverified";
                };
            };
        };
        ReceiverOrCallNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "receiver_not_found" | "call_not_found";
                };
            };
        };
        SubscriptionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "subscription_not_found";
                };
            };
        };
        DeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "delivery_not_found";
                };
            };
        };
        SubscriptionDeletedOrDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "subscription_deleted" | "subscription_disabled";
                };
            };
        };
        RecordNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "record_not_found";
                };
            };
        };
        AlreadySettled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "already_settled";
                };
            };
        };
        ProfileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "profile_not_found";
                };
            };
        };
        ProfileOrIdentityNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "profile_not_found" | "identity_not_found";
                };
            };
        };
        LastIdentity: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "last_identity";
                };
            };
        };
        LinkNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "link_not_found";
                };
            };
        };
        AlreadyUndoneOrUndoImpossible: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "already_undone" | "undo_impossible";
                };
            };
        };
        LinkCodeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "link_code_not_found";
                };
            };
        };
        IdentityNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "identity_not_found";
                };
            };
        };
        IdentityOrFileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "identity_not_found" | "file_not_found";
                };
            };
        };
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "idempotency_key_reused";
                };
            };
        };
        IdentityOrMessageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "identity_not_found" | "message_not_found";
                };
            };
        };
        MessageNotChangeable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "message_not_changeable";
                };
            };
        };
        RateLimitedOrTooManyWrongKeysOrTypingTooOften: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "rate_limited" | "too_many_wrong_keys" | "typing_too_often";
                };
            };
        };
        DialogNotHeld: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "dialog_not_held";
                };
            };
        };
        ConversationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "conversation_not_found";
                };
            };
        };
        ConversationTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "conversation_taken";
                };
            };
        };
        ConversationOrPersonOrTeamNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "conversation_not_found" | "person_not_found" | "team_not_found";
                };
            };
        };
        ConversationOrPersonNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "conversation_not_found" | "person_not_found";
                };
            };
        };
        AddressNotAllowedOrCsrfFailedOrRoleRequiredOrNotYourNote: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed" | "csrf_failed" | "role_required" | "not_your_note";
                };
            };
        };
        NoteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "note_not_found";
                };
            };
        };
        ConversationOrReplyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "conversation_not_found" | "reply_not_found";
                };
            };
        };
        ReplyNotRendered: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "reply_not_rendered";
                };
            };
        };
        ReplyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "reply_not_found";
                };
            };
        };
        TeamNameTakenOrTooManyTeams: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "team_name_taken" | "too_many_teams";
                };
            };
        };
        TeamOrPersonNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "team_not_found" | "person_not_found";
                };
            };
        };
        TeamNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "team_name_taken";
                };
            };
        };
        TeamNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "project_not_found" | "team_not_found";
                };
            };
        };
        AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "address_not_allowed" | "may_not_make_projects" | "session_only" | "role_required";
                };
            };
        };
        DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "database_unavailable" | "busy" | "secrets_lost" | "starting" | "stopping" | "too_many_searches";
                };
            };
        };
        PageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "page_not_found";
                };
            };
        };
        CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "csrf_failed" | "address_not_allowed" | "may_not_make_projects" | "session_only" | "role_required";
                };
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "unsupported_media_type";
                };
            };
        };
        SourceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "source_not_found";
                };
            };
        };
        SourceOrPageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "source_not_found" | "page_not_found";
                };
            };
        };
        OfferExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "offer_exists";
                };
            };
        };
        OfferNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "offer_not_found";
                };
            };
        };
        OfferOrPageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "offer_not_found" | "page_not_found";
                };
            };
        };
        TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "too_many_bodies" | "database_unavailable" | "busy" | "secrets_lost" | "starting" | "stopping" | "too_many_searches";
                };
            };
        };
        ImportEnded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "import_ended";
                };
            };
        };
        ImportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    code: "import_not_found";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "RateLimit-Policy": string;
        RateLimit: string;
        "Set-Cookie": string;
        "X-Accel-Buffering": string;
        ETag: string;
        "Idempotency-Replayed": string;
        "Content-Disposition": string;
        "WWW-Authenticate": string;
        "Retry-After": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnly"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["WrongCredentialsOrSecondFactorRequired"];
            403: components["responses"]["CsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManyLogins"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    finishLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["LoginExpired"];
            403: components["responses"]["FactorRefusedOrCsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    askPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PasskeyQuestion"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["LoginExpired"];
            403: components["responses"]["CsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["PasskeysElsewhere"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    logInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyLogin"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            403: components["responses"]["FactorRefusedOrCsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    confirmSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Confirmation"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedSession"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrFactorRefused"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NoSecondFactor"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    askPasskeyToConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            409: components["responses"]["NoSecondFactorOrPasskeysElsewhere"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenSessionList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnly"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    endSessions: {
        parameters: {
            query?: {
                others?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            404: components["responses"]["SessionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManyLogins"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequested"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            403: components["responses"]["CsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NoMail"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BodyUnreadable"];
            403: components["responses"]["CsrfFailed"];
            404: components["responses"]["ResetNotOpen"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listInstallationLog: {
        parameters: {
            query?: {
                kind?: "session.begun" | "session.ended" | "login.failed" | "password.changed" | "password.reset_requested" | "password.reset" | "factor.added" | "factor.removed" | "factor.failed" | "recovery_codes.made" | "recovery_code.used" | "token.created" | "token.revoked" | "invitation.mailed" | "invitation.accepted" | "project.created" | "project.deleted";
                person?: string;
                from?: string;
                to?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationEntryPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnly"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnly"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FirstFactor"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotp"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequired"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["SecondFactorExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManyLogins"];
        };
    };
    deleteTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequired"];
            404: components["responses"]["SecondFactorNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedTotp"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequiredOrFactorRefused"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequired"];
            409: components["responses"]["NoSecondFactor"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    askNewPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FirstFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequired"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["PasskeysElsewhereOrSecondFactorExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManyLogins"];
        };
    };
    createPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewPasskey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrFactorRefused"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["SecondFactorExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequired"];
            404: components["responses"]["SecondFactorNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updatePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            404: components["responses"]["SecondFactorNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvitation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            404: components["responses"]["InvitationNotOpen"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["WrongCredentialsOrSecondFactorRequired"];
            403: components["responses"]["FactorRefusedOrCsrfFailed"];
            404: components["responses"]["InvitationNotOpen"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManyLogins"];
        };
    };
    readNotifiedBrowsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotifiedBrowsers"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnly"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    addNotifiedBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNotifiedBrowser"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotifiedBrowser"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    removeNotifiedBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                browser_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            404: components["responses"]["BrowserNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    tryNotifiedBrowsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserTrialList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyTrials"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listPersonalTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalTokenList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnly"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createPersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPersonalToken"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPersonalToken"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrConfirmationRequired"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["TooManyTokens"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    revokePersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailed"];
            404: components["responses"]["TokenNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowed"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentials"];
            403: components["responses"]["SessionOnlyOrCsrfFailedOrMayNotMakeProjects"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["SessionRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["ProjectHasPayments"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    replaceCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readHandoverSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverSettings"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    replaceHandoverSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandoverSettingsChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverSettings"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readCustomerFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerFields"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    replaceCustomerFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerFieldsChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerFields"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["PersonNotFound"];
            409: components["responses"]["LastOwner"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                person_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["PersonNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["LastOwner"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listKeysOfPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeKeyList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["PersonNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    endKeysOfPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedKeys"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["PersonNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["AlreadyInProjectOrTooManyInvitations"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyWrongKeysOrTooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["InvitationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    streamProject: {
        parameters: {
            query?: {
                cursor?: string | null;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Accel-Buffering": components["headers"]["X-Accel-Buffering"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LiveEvent"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrSessionOnly"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyWrongKeysOrTooManyStreams"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["KeyNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["KeyReplaced"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChannel"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ChannelNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    connectChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ChannelNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    disconnectChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    rotateChannelSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ChannelNotFound"];
            409: components["responses"]["ChannelWithoutSecret"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTrial"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    importIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIdentity"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedIdentity"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    checkMiniappLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LaunchToCheck"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaunchCheck"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["MiniappNotConfigured"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readScenarioDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioDraft"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    saveScenarioDraft: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedDraft"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedScenarioDraft"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["DraftChanged"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    startTestConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewTestConversation"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTestConversation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NotATestCustomerOrNoSandboxChannelOrNotPublishableOrScenarioNotPublished"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readTestConversation: {
        parameters: {
            query?: {
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestConversation"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["TestConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sayInTestConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWords"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedTestWords"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TestConversationOrFileNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooMuchWork"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    skipWaitOfTestConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SkippedWait"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedSkip"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TestConversationNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NoSuchWait"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    checkScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DefinitionToCheck"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckResult"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    publishScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedScenario"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["NotPublishable"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listScenarioVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioVersionList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    countDialogsByVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialogsByVersion"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    restoreScenarioVersion: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                project_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedScenario"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["VersionNotFound"];
            409: components["responses"]["NotPublishable"];
            412: components["responses"]["DraftChanged"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    restoreScenarioDraft: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                project_id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedDraft"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["VersionNotFound"];
            412: components["responses"]["DraftChanged"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readScenarioEditor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedDraft"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    compareScenario: {
        parameters: {
            query?: {
                from?: string | null;
                to?: string | null;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionDifference"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["VersionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    joinScenarioDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftPresence"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftEditorList"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedWorkflow"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedWorkflow"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedWorkflow"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["DraftChangedOrAlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            409: components["responses"]["TargetPublished"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    checkWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DefinitionToCheck"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckResult"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    publishWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedWorkflow"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            409: components["responses"]["NotPublishable"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersionList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    restoreWorkflowDraft: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedDraft"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowOrVersionNotFound"];
            412: components["responses"]["DraftChanged"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readWorkflowEditor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedDraft"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    compareWorkflow: {
        parameters: {
            query?: {
                from?: string | null;
                to?: string | null;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionDifference"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["WorkflowOrVersionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    joinWorkflowDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftPresence"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftEditorList"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedRunPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    startWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRun"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedRun"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowOrIdentityNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["WorkflowNotPublished"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    runWorkflowDraft: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDraftRun"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedDraftRun"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowOrIdentityNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NotPublishableOrATestCustomer"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    rerunWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                slug: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Rerun"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedRerun"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["RunOrWorkflowNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["RunNotEndedOrWorkflowNotPublishedOrRunNotFailedOrStepNotReachedOrStepNotRestartableOrOutcomeUnknownOrDraftGoneOrJobNotSucceeded"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listProjectRuns: {
        parameters: {
            query?: {
                workflow?: string;
                version?: number;
                status?: "queued" | "waiting" | "succeeded" | "failed" | "unknown";
                environment?: "sandbox" | "live";
                identity_id?: string;
                step?: string;
                rerun_of?: string;
                from?: string;
                to?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readProjectRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["RunNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    cancelWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["RunNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    skipWaitOfRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SkippedWait"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedSkip"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["RunNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NotInSandboxOrNoSuchWait"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    cancelWorkflowRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CanceledRuns"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["WorkflowNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readProjectAnalytics: {
        parameters: {
            query?: {
                days?: number;
                environment?: "sandbox" | "live";
                channel_id?: string;
                compare?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectAnalytics"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readChannelAnalytics: {
        parameters: {
            query?: {
                days?: number;
                environment?: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelFiguresList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readTagAnalytics: {
        parameters: {
            query?: {
                days?: number;
                environment?: "sandbox" | "live";
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagFiguresPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readScenarioSteps: {
        parameters: {
            query?: {
                version?: number;
                environment?: "sandbox" | "live";
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FiguresOfSteps"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["VersionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readWorkflowSteps: {
        parameters: {
            query?: {
                version?: number;
                environment?: "sandbox" | "live";
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FiguresOfSteps"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["WorkflowOrVersionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                status?: "pending" | "approved" | "rejected" | "timed_out" | "canceled";
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Approving"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ApprovalNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["AlreadyDecided"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Rejecting"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ApprovalNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["AlreadyDecided"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ConnectionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putConnection: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedConnection"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ConnectionNotFound"];
            409: components["responses"]["ConnectionInUse"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestReport"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConnectionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listOperations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["OperationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putOperation: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedOperation"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConnectionNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["OperationNotFound"];
            409: components["responses"]["TargetPublished"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    tryOperation: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewJob"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityOrOperationNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["EnvironmentNotAvailable"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooMuchWork"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listProjectJobs: {
        parameters: {
            query?: {
                operation_id?: string;
                connection?: string;
                environment?: "sandbox" | "live";
                status?: "queued" | "running" | "succeeded" | "failed" | "unknown";
                identity_id?: string;
                from?: string;
                to?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readProjectJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedJob"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["JobNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listProjectPayments: {
        parameters: {
            query?: {
                status?: "created" | "pending" | "succeeded" | "canceled" | "unknown";
                environment?: "sandbox" | "live";
                operation_id?: string;
                identity_id?: string;
                from?: string;
                to?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readProjectPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedPayment"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["PaymentNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    refundProjectPayment: {
        parameters: {
            query?: never;
            header: {
                "idempotency-key": string;
            };
            path: {
                project_id: string;
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRefund"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRefund"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["PaymentNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NotRefundable"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooMuchWork"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                status?: "queued" | "running" | "succeeded" | "failed" | "unknown";
                order_id?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listMethods: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Method"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["MethodNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putMethod: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedMethod"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedMethod"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedMethod"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["MethodNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    checkMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodCheck"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["MethodNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    publishMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Publication"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedMethod"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["MethodNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NotPublishableOrBreakingChanges"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listMethodVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodVersionList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["MethodNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    tryMethod: {
        parameters: {
            query?: {
                environment?: "sandbox" | "live";
            };
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                slug: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MethodCall"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedMethod"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityOrMethodNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["TargetOrEnvironmentNotAvailable"];
            410: components["responses"]["VersionRetired"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooMuchWork"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    retireMethodVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodVersion"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["MethodOrVersionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listMethodKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodKeyList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createMethodKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMethodKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedMethodKey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["MethodNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    revokeMethodKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["KeyNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateMethodKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodKey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    rotateMethodKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedMethodKey"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["KeyReplaced"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listTables: {
        parameters: {
            query?: {
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TablePage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["TableNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putTable: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedTable"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["TableNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listRows: {
        parameters: {
            query?: {
                environment?: "sandbox" | "live";
                where?: string;
                sort?: string;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedRows"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["TableNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    addRow: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddedRow"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedRow"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TableNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["RevisionConflict"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    replaceRow: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
                row: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedRow"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedRow"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TableOrRowNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["RevisionConflict"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    removeRow: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
                if_revision?: number;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
                row: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TableOrRowNotFound"];
            409: components["responses"]["RevisionConflict"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    changeRow: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
                row: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedRow"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TableOrRowNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["RevisionConflict"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    exportRows: {
        parameters: {
            query?: {
                environment?: "sandbox" | "live";
                where?: string;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["TableNotFound"];
            409: components["responses"]["TooManyColumns"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    importRows: {
        parameters: {
            query: {
                environment: "sandbox" | "live";
                mode?: "append" | "replace" | "upsert";
                key?: string;
                revision?: number;
                dry_run?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsImport"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TableNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["RevisionConflictOrTableChanged"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    uploadFile: {
        parameters: {
            query?: {
                name?: string;
                environment?: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyWrongKeysOrFileQuota"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrDiskFullOrFilesUnavailable"];
        };
    };
    readFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["FileNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["FileNotFound"];
            409: components["responses"]["FileInUse"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listReceivers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ReceiverNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putReceiver: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedReceiver"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ReceiverNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    rotateReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewReceiverSecret"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ReceiverNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["ReceiverUnverified"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    tryReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SampleCall"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedCall"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ReceiverNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listArrivals: {
        parameters: {
            query?: {
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArrivalPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ReceiverNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readReceivedCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedCall"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ReceiverOrCallNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    replayReceivedCall: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                slug: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedCall"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ReceiverOrCallNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["TooMuchWork"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["SubscriptionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putSubscription: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedSubscription"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["SubscriptionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    rotateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewSigningSecret"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrConfirmationRequired"];
            404: components["responses"]["SubscriptionNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    trySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SampleDelivery"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedDelivery"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["SubscriptionNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    enableSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["SubscriptionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                subscription?: string;
                status?: "queued" | "running" | "succeeded" | "failed";
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["SubscriptionNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["DeliveryNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedDelivery"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["DeliveryNotFound"];
            409: components["responses"]["SubscriptionDeletedOrDisabled"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readNeeds: {
        parameters: {
            query?: {
                environment?: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Needs"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowed"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listUnsettled: {
        parameters: {
            query?: {
                id?: string;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    settleOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settlement"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["RecordNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["AlreadySettled"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueDepth"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    searchAuditLog: {
        parameters: {
            query?: {
                action?: string;
                subject_type?: string;
                subject_id?: string;
                actor_type?: "key" | "owner" | "system" | "channel" | "receiver" | "method";
                actor_id?: string;
                environment?: "sandbox" | "live";
                request_id?: string;
                from?: string;
                to?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                offset?: number;
                key_id?: string;
                status?: string;
                path?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                order?: "newest" | "active" | "name";
                tag?: string;
                channel_id?: string;
                access?: string;
                state?: string;
                status?: string;
                created_from?: string;
                created_to?: string;
                active_from?: string;
                active_to?: string;
                id?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    exportCustomers: {
        parameters: {
            query?: {
                order?: "newest" | "active" | "name";
                tag?: string;
                channel_id?: string;
                access?: string;
                state?: string;
                status?: string;
                created_from?: string;
                created_to?: string;
                active_from?: string;
                active_to?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    importCustomers: {
        parameters: {
            query?: {
                channel_id?: string;
                dry_run?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomersImport"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ChannelNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    countCustomers: {
        parameters: {
            query?: {
                tag?: string;
                channel_id?: string;
                access?: string;
                state?: string;
                status?: string;
                created_from?: string;
                created_to?: string;
                active_from?: string;
                active_to?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerCount"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listCustomerTags: {
        parameters: {
            query?: {
                begin?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTags"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    tagCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagsOfCustomers"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaggedCustomers"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerChanges"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listCustomerTimeLine: {
        parameters: {
            query?: {
                type?: "message" | "event" | "payment" | "run" | "job" | "dialog" | "link" | "note";
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTimeLine"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listLinkSuggestions: {
        parameters: {
            query?: {
                cursor?: string;
                profile_id?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkSuggestionPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    dismissLinkSuggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DistinctProfiles"];
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    linkProfiles: {
        parameters: {
            query?: {
                dry_run?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfilesToLink"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkResult"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityToUnlink"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedProfile"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProfileOrIdentityNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["LastIdentity"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listProfileMessages: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listProfileLinks: {
        parameters: {
            query?: {
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileLinkPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProfileNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    undoLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneLink"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["LinkNotFound"];
            409: components["responses"]["AlreadyUndoneOrUndoImpossible"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    search: {
        parameters: {
            query: {
                q: string;
                type?: "customers" | "conversations";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Found"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listLinkCodes: {
        parameters: {
            query?: {
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkCodePage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createLinkCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLinkCode"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLinkCode"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProfileOrIdentityNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    revokeLinkCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                code_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["LinkCodeNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listDialogs: {
        parameters: {
            query?: {
                held?: boolean;
                state?: "idle" | "active" | "waiting" | "failed" | "ended";
                step?: string;
                version?: number;
                channel_id?: string;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialogPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listDialogMessages: {
        parameters: {
            query?: {
                offset?: number;
                outputs?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryItemPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["IdentityNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sayAsOperator: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorMessage"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedMessage"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityOrFileNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRevision"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityOrMessageNotFound"];
            409: components["responses"]["MessageNotChangeable"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    editMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRevision"];
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRevision"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityOrMessageNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["MessageNotChangeable"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sayThatOperatorTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyWrongKeysOrTypingTooOften"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    holdDialog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dialog"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    releaseDialog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRelease"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["IdentityNotFound"];
            409: components["responses"]["DialogNotHeld"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                open?: boolean;
                assignee?: string;
                team_id?: string;
                waiting?: boolean;
                unanswered?: boolean;
                held?: boolean;
                unread?: boolean;
                channel_id?: string;
                environment?: "sandbox" | "live";
                tag?: string;
                state?: "idle" | "active" | "waiting" | "failed" | "ended";
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationListPage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    countConversations: {
        parameters: {
            query?: {
                environment?: "sandbox" | "live";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationCounts"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readConversationFigures: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationFigures"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    markConversationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    markConversationUnread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sayThatOperatorLooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Looking"];
            };
        };
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    takeConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            409: components["responses"]["ConversationTaken"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    assignConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationAssignment"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationOrPersonOrTeamNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    closeConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConversationClosing"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    reopenConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listConversationNotes: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationNotePage"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    addConversationNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConversationNote"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationNote"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ConversationOrPersonNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listConversationLead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadChangeList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ConversationNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteConversationNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequiredOrNotYourNote"];
            404: components["responses"]["NoteNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    renderPreparedReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                profile_id: string;
                shortcut: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedReply"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ConversationOrReplyNotFound"];
            409: components["responses"]["ReplyNotRendered"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listPreparedReplies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreparedReplyList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    putPreparedReply: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                project_id: string;
                shortcut: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreparedReplyText"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreparedReply"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            412: components["responses"]["AlreadyExists"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deletePreparedReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                shortcut: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ReplyNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    readNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    replaceNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationsChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["NoMail"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listPresence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresenceList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    setPresence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresenceChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presence"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    listTeams: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrRoleRequired"];
            404: components["responses"]["ProjectNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTeam"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["PersonNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["TeamNameTakenOrTooManyTeams"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TeamNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                team_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TeamOrPersonNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["TeamNameTaken"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    uploadToTestConversation: {
        parameters: {
            query?: {
                name?: string;
            };
            header?: never;
            path: {
                project_id: string;
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrCsrfFailedOrRoleRequired"];
            404: components["responses"]["TestConversationNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimitedOrTooManyWrongKeysOrFileQuota"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrDiskFullOrFilesUnavailable"];
        };
    };
    sources_list: {
        parameters: {
            query?: {
                id?: number;
                name?: string;
                url?: string;
                updated_at?: string;
                has_offers?: boolean;
                search?: string;
                ordering?: string;
                page?: string;
                page_size?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSourceList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["PageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    sources_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedSource"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_offers_list: {
        parameters: {
            query?: {
                id?: number;
                brand_raw?: string;
                pn_raw?: string;
                pn?: string;
                pn_zeros?: "keep" | "ignore";
                condition_raw?: string;
                status_raw?: string;
                currency?: string;
                price_currency?: string;
                weight_unit?: string;
                raw_hash?: string;
                product_url?: string;
                price_raw?: number;
                price_min?: number;
                price_max?: number;
                weight_value?: number;
                created_at?: string;
                raw_payload?: string;
                search?: string;
                source?: number;
                source_identifier?: string;
                source_name?: string;
                include?: "seen";
                ordering?: string;
                page?: string;
                page_size?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOfferList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceOrPageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    sources_import_format_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportFormat"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_import_format_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportFormatRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportFormat"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_import_format_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_aliases_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceAliases"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_aliases_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceAliasesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceAliases"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_merge_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceMergeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceMerge"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["SourceNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_stats_retrieve: {
        parameters: {
            query?: {
                source?: number;
                has_offers?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceStatistics"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    sources_bulk_create_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSourceRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceCreation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    sources_bulk_delete_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkDeletionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_list: {
        parameters: {
            query?: {
                id?: number;
                brand_raw?: string;
                pn_raw?: string;
                pn?: string;
                pn_zeros?: "keep" | "ignore";
                condition_raw?: string;
                status_raw?: string;
                currency?: string;
                price_currency?: string;
                weight_unit?: string;
                raw_hash?: string;
                product_url?: string;
                price_raw?: number;
                price_min?: number;
                price_max?: number;
                weight_value?: number;
                created_at?: string;
                raw_payload?: string;
                search?: string;
                source?: number;
                source_identifier?: string;
                source_name?: string;
                include?: "seen";
                ordering?: string;
                page?: string;
                page_size?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOfferList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["PageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["OfferExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_search_list: {
        parameters: {
            query?: {
                id?: number;
                brand_raw?: string;
                pn_raw?: string;
                pn?: string;
                pn_zeros?: "keep" | "ignore";
                condition_raw?: string;
                status_raw?: string;
                currency?: string;
                price_currency?: string;
                weight_unit?: string;
                raw_hash?: string;
                product_url?: string;
                price_raw?: number;
                price_min?: number;
                price_max?: number;
                weight_value?: number;
                created_at?: string;
                raw_payload?: string;
                search?: string;
                source?: number;
                source_identifier?: string;
                source_name?: string;
                q?: string;
                brand_raw__icontains?: string;
                pn_raw__icontains?: string;
                pn_raw__startswith?: string;
                condition_raw__in?: string;
                status_raw__in?: string;
                source__in?: string;
                weight_min?: number;
                weight_max?: number;
                created_after?: string;
                created_before?: string;
                has_price?: boolean;
                has_url?: boolean;
                include?: "seen";
                ordering?: string;
                page?: string;
                page_size?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOfferList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["PageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_by_source_name_list: {
        parameters: {
            query: {
                id?: number;
                brand_raw?: string;
                pn_raw?: string;
                pn?: string;
                pn_zeros?: "keep" | "ignore";
                condition_raw?: string;
                status_raw?: string;
                currency?: string;
                price_currency?: string;
                weight_unit?: string;
                raw_hash?: string;
                product_url?: string;
                price_raw?: number;
                price_min?: number;
                price_max?: number;
                weight_value?: number;
                created_at?: string;
                raw_payload?: string;
                search?: string;
                source?: number;
                source_identifier?: string;
                source_name?: string;
                name: string;
                include?: "seen";
                ordering?: string;
                page?: string;
                page_size?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOfferList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["PageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_stats_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferStatistics"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_strict_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StrictOfferRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["OfferExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_retrieve: {
        parameters: {
            query?: {
                include?: "seen";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferReplacement"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["OfferExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedOffer"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["OfferExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_prices_list: {
        parameters: {
            query?: {
                page?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedPriceList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferOrPageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_price_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferPriceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_source_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferSourceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["OfferExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_source_id_partial_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferSourceIdRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["OfferNotFound"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["OfferExists"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_bulk_create_create: {
        parameters: {
            query?: {
                on_duplicate?: "skip" | "update" | "error";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkOfferRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferCreation"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferCreation"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_bulk_update_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkOfferChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferUpdate"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_bulk_delete_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkDeletionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_compare_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Compared"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_rates_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rates"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_rates_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RatesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rates"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    offers_import_create: {
        parameters: {
            query?: {
                on_duplicate?: "skip" | "update" | "error";
                mode?: "add" | "replace";
                source?: string;
                vanished_status?: string;
                most_vanished?: number;
                ask?: boolean;
                delimiter?: string;
                charset?: string;
                header_row?: number;
                sheet?: string;
                file?: string;
                map?: string;
                set?: string;
                dry_run?: boolean;
                decimal?: "point" | "comma";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingList"];
                };
            };
            400: components["responses"]["BodyUnreadable"];
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["ImportEnded"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["TooManyBodiesOrDatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    offers_export_retrieve: {
        parameters: {
            query?: {
                id?: number;
                brand_raw?: string;
                pn_raw?: string;
                pn?: string;
                pn_zeros?: "keep" | "ignore";
                condition_raw?: string;
                status_raw?: string;
                currency?: string;
                price_currency?: string;
                weight_unit?: string;
                raw_hash?: string;
                product_url?: string;
                price_raw?: number;
                price_min?: number;
                price_max?: number;
                weight_value?: number;
                created_at?: string;
                raw_payload?: string;
                search?: string;
                source?: number;
                source_identifier?: string;
                source_name?: string;
                name?: string;
                q?: string;
                brand_raw__icontains?: string;
                pn_raw__icontains?: string;
                pn_raw__startswith?: string;
                condition_raw__in?: string;
                status_raw__in?: string;
                source__in?: string;
                weight_min?: number;
                weight_max?: number;
                created_after?: string;
                created_before?: string;
                has_price?: boolean;
                has_url?: boolean;
                format?: "csv" | "ndjson";
                include?: "seen";
                ordering?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    imports_list: {
        parameters: {
            query?: {
                source?: number;
                state?: "running" | "needs_confirmation" | "done" | "failed" | "cancelled" | "undone" | "interrupted";
                mode?: "add" | "replace";
                page?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedImportList"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["PageNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    imports_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["ImportNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    imports_errors_retrieve: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["AddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["ImportNotFound"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStoppingOrTooManySearches"];
        };
    };
    imports_confirm_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportApplied"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["ImportNotFound"];
            409: components["responses"]["ImportEnded"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    imports_cancel_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["ImportNotFound"];
            409: components["responses"]["ImportEnded"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
    imports_undo_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUndone"];
                };
            };
            401: components["responses"]["SessionRequiredOrTwoCredentialsOrInvalidToken"];
            403: components["responses"]["CsrfFailedOrAddressNotAllowedOrMayNotMakeProjectsOrSessionOnlyOrRoleRequired"];
            404: components["responses"]["ImportNotFound"];
            409: components["responses"]["ImportEnded"];
            422: components["responses"]["ValidationProblem"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseUnavailableOrBusyOrSecretsLostOrStartingOrStopping"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
