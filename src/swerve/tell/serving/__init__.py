"""How are the results of campaigns shown in a browser, also while they come in?"""

from swerve.tell.serving._access import access_to
from swerve.tell.serving._listening import address_of, listening, serve
